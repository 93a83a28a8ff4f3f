import { formatNumber, plural } from '../i18n/formats.ts'
import { byName, translated } from '../i18n/translated.ts'

/** Words of the fleet. */
export const fleetWords = translated('fleetWords', {
  waits: 'Waits for you',
  waitsForOthers: 'Waits for an answer',
  working: 'Working',
  trouble: 'Needs a look',
  finished: 'Finished since you last looked',
  allSeen: 'Seen',
  noProject: 'Without a project',
  order: 'Divide the list',
  byState: 'By state',
  byProject: 'By project',
  search: 'Search orbs',
  searchAll: 'Search in transcripts',
  found: (count: number, all: number): string => `${formatNumber(count)} of ${formatNumber(all)} orbs`,
  idle: 'Idle',
  review: 'Review',
  more: (count: number): string => `and ${count} more`,
  away: 'not reachable',
  empty: 'No orb yet',
  emptyText: 'Enrol one: you get a command for the machine where the agent shall work. It appears here by itself.',
  enrol: 'Enrol an orb',
  newDevice: (device: string, person: string, more: number): string =>
    `New device: ${device}, of ${person}${more > 0 ? `, and ${more} more` : ''}.`,
  toDevices: 'Look at the devices',
  dismiss: 'Dismiss',
  notShared: 'No orb is shared with you',
  notSharedText:
    'You are signed in, and nothing here is yours to see: nothing was shared yet, it was taken back, or its time is over. Ask an owner. What is shared appears here by itself.',
  sharedEmpty: 'No orb yet',
  sharedEmptyText: 'An owner of this installation enrols orbs. The first one appears here by itself.',
  questions: (count: number): string =>
    `${formatNumber(count)} ${plural(count, { one: 'question waits', other: 'questions wait' })} for you`,
  answerText: 'Answer one after the other in the inbox, or choose an orb.',
  nothingWaits: 'Nothing waits for you',
  chooseText: 'Choose an orb to see what it does.',
  stopAll: 'Stop all',
  stopAllTitle: 'Stop every run of every orb?',
  stopAllText:
    'Open questions are withdrawn. Files stay as they are, and queued messages wait until you go on. An orb that is not reachable stops when it is back.',
  stopEvery: {
    idle: 'Stop every run',
    sending: 'Stopping',
    recorded: 'Recorded: the orbs are being told',
    applied: 'Stopped',
    failed: 'Stop every run again',
  },
  stopFailed: 'The relay did not answer. Nothing is known to be stopped: press again, it counts once.',
  ended: byName({
    end_turn: 'finished',
    max_tokens: 'out of tokens',
    max_turn_requests: 'too many model requests',
    refusal: 'the agent refused',
    cancelled: 'stopped by a person',
    failed: 'failed',
    interrupted: 'interrupted',
  }),
})
