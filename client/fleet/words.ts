/** Words of the fleet. */
export const fleetWords = {
  waits: 'Waits for you',
  working: 'Working',
  trouble: 'Needs a look',
  finished: 'Finished since yesterday',
  idle: 'Idle',
  review: 'Review',
  more: (count: number): string => `and ${count} more`,
  away: 'not reachable',
  empty: 'No orb yet',
  emptyText:
    'Start one with “perigee orb -- COMMAND” on the machine where the agent shall work. It appears here by itself.',
  choose: 'Choose an orb',
  chooseText: 'What waits for you stands first in the list.',
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
  ended: {
    end_turn: 'finished',
    max_tokens: 'out of tokens',
    max_turn_requests: 'too many model requests',
    refusal: 'the agent refused',
    cancelled: 'stopped by a person',
    failed: 'failed',
    interrupted: 'interrupted',
  } as Readonly<Record<string, string>>,
} as const
