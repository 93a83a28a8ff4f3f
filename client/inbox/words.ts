import { formatNumber, plural } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of the inbox. */
export const inboxWords = translated('inboxWords', {
  title: 'Inbox',
  waits: 'Waits for you',
  waitsForOthers: 'Waits for an answer',
  emptyText: 'When an agent asks before it acts, its question stands here, the one that has waited longest first.',
  failed: 'The inbox could not be loaded',
  failedText: 'The relay did not answer. Nothing was decided; it is shown as soon as the relay can be reached.',
  again: 'Try again',
  stale: 'Nothing can be allowed until the relay is back. A denial is kept, and goes then.',
  decided: 'Decided lately',
  thread: 'Thread without a name',
  orbGone: 'An orb that is gone',
  alike: 'The same kind of request, from one thread. Each is decided on its own.',
  see: 'See the whole question',
  allowReads: (count: number): string =>
    `Allow ${formatNumber(count)} ${plural(count, { one: 'read', other: 'reads' })}`,
  allowWrites: (count: number): string =>
    `Allow ${formatNumber(count)} ${plural(count, { one: 'write', other: 'writes' })}`,
  denyMany: (count: number): string => `Deny ${formatNumber(count)}`,
  sentOf: (done: number, count: number): string => `Sent ${formatNumber(done)} of ${formatNumber(count)}`,
})
