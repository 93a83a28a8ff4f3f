import { formatNumber, plural } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of comments on changes. */
export const reviewWords = translated('reviewWords', {
  comment: 'Comment',
  commentOn: (line: number): string => `Comment on line ${formatNumber(line)}`,
  hint: 'Arrow keys move between lines, with Shift they take in several, Enter writes a comment.',
  yours: 'Your comment',
  add: 'Add comment',
  count: (count: number): string =>
    `${formatNumber(count)} ${plural(count, { one: 'comment', other: 'comments' })} on changes`,
  kept: 'Kept on this device until you send or delete them.',
  intoMessage: 'Put into the message',
  deleteAll: 'Delete all',
  deleteOne: 'Delete',
  toThread: 'Send them from a thread',
})
