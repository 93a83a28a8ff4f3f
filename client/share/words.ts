import { LIMITS } from '../../shared/limits.ts'
import { formatNumber, plural } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of the page that asks where something shall go. */
export const shareWords = translated('shareWords', {
  title: 'Where to?',
  newTask: 'New task',
  newTaskText: 'Choose the orb that shall work on it.',
  shared: 'Shared with Perigee',
  leftOut: (count: number): string =>
    `${formatNumber(count)} ${plural(count, { one: 'file was', other: 'files were' })} left out: a message takes ${formatNumber(LIMITS.attachments)} files of ${formatNumber(LIMITS.attachmentBytes / 1024 / 1024)} MB at most.`,
  drop: 'Let it go',
  newThread: 'New thread',
  nowhere: 'There is no orb that you may give work to',
  nowhereText: 'What was shared stays on this device until you let it go.',
  noAnswer: 'The relay did not answer, so no thread was begun. Choose one that is there, or try again.',
  offline: 'Not connected: choose a thread that this device has seen.',
})
