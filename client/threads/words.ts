import { formatNumber, plural } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of threads. */
export const threadWords = translated('threadWords', {
  threads: 'Threads',
  search: 'Search in this thread',
  waitsForOthers: 'waits for an answer',
  newThread: 'New thread',
  untitled: 'New thread',
  archived: 'Archived',
  archive: 'Archive',
  unarchive: 'Take back',
  rename: 'Rename',
  renameLabel: 'Name of this thread',
  noAnswer: 'The relay did not answer. Nothing is known to have changed: try again.',
  empty: 'Nothing has been said yet',
  emptyText: 'Give the agent a task below.',
  emptyLook: 'Nobody has given the agent a task here yet.',
  gone: 'This thread is not here',
  goneText: 'It belongs to another relay, its orb was removed, or it is not shared with you any more.',
  onItsWay: 'recorded, on its way to the orb',
  withRunner: 'with the orb, waits its turn',
  changed: (files: number): string => `${formatNumber(files)} ${plural(files, { one: 'file', other: 'files' })}`,
  /** Lines that were added and removed, as one sees them beside a diff. */
  lines: (files: string, added: number, removed: number): string =>
    `${files}, +${formatNumber(added)} −${formatNumber(removed)}`,
  usage: 'Context and cost',
  contextUsed: 'Context used',
  tokens: (used: number): string => `${formatNumber(used)} ${plural(used, { one: 'token', other: 'tokens' })}`,
  tokensOf: (used: number, size: number, percent: number): string =>
    `${formatNumber(used)} of ${formatNumber(size)} tokens, ${formatNumber(percent)} %`,
  cost: 'Cost so far:',
  lost: {
    refused: 'The orb refused this',
    undeliverable: 'This could not be delivered',
    unknown: 'Whether the agent got this is not known. It will not be sent again',
  },
  lostStop: 'it was a stop, and the run may go on',
  queuesOffline: 'Not connected: a message waits on this device and goes by itself, once.',
  queuesAway: 'The orb is not reachable: a message waits with the relay and goes by itself.',
  queuesBehind: 'A run goes on: a message waits its turn.',
  ownDraft: 'Only this thread is shared with you: what you write is kept on this device alone until you send it.',
  ownOffline: 'Not connected. What you write is kept on this device: send it once you are back.',
  ownSending: 'Sending',
  ownNoAnswer: 'The relay did not answer. Your text is still here: send it again, it counts once.',
  stopKept: 'Not connected. Your stop is kept on this device and goes by itself, once.',
})
