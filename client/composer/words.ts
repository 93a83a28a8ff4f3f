import { formatNumber } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of the composer and the queue. */
export const composerWords = translated('composerWords', {
  label: 'Message to the agent',
  placeholder: 'Message',
  send: 'Send',
  queue: 'Queue',
  stop: { idle: 'Stop run', sending: 'Stopping', recorded: 'Stop recorded', applied: 'Stopped', failed: 'Stop again' },
  queued: (count: number): string => `${formatNumber(count)} queued`,
  keptHere: 'kept on this device',
  keptByRelay: 'kept by the relay',
  onHold: 'on hold',
  heldByStop: 'held by the stop',
  queueHeld: 'Stopped: the queue waits until you send, edit or release a message.',
  editItem: 'Queued message',
  done: 'Done',
  moveUp: 'Earlier',
  moveDown: 'Later',
  moved: (place: number, of: number): string => `Moved to place ${formatNumber(place)} of ${formatNumber(of)}`,
  hold: 'Put on hold',
  release: 'Release',
  remove: 'Delete',
  tooLate: 'Too late to edit: the agent already took the older text.',
  aside: 'The relay has no room for this text on its desk. It is kept on this device: copy it or save it as a file.',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Not copied: save it as a file',
  saveFile: 'Save as a file',
  tooLong: (kib: number): string =>
    `This message has ${kib} KiB, and 128 KiB is the most. Your text is still here: shorten it, or give the agent a file.`,
  completions: { command: 'Commands of the agent', file: 'Files of the workspace' },
  offers: (count: number): string =>
    count === 0 ? '' : `${formatNumber(count)} to choose from: arrow keys, then Enter`,
  readingFolder: 'Reading the folder',
  followUp: 'Send as follow-up',
  dismiss: 'Dismiss',
})
