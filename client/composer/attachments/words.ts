import { formatNumber, plural } from '../../i18n/formats.ts'
import { translated } from '../../i18n/translated.ts'

/** Words of files that go with a message. */
export const attachmentWords = translated('attachmentWords', {
  attach: 'Attach',
  photo: 'Take a photo',
  choose: 'Choose files',
  how: 'Files can also be pasted or dropped into the message.',
  attached: 'Attached files',
  remove: (name: string): string => `Remove ${name}`,
  alone: 'Look at what is attached.',
  unnamed: 'file',
  tooMany: (most: number): string => `A message takes ${formatNumber(most)} files at most. The others were left out.`,
  tooLarge: (name: string, most: number): string =>
    `${name} was left out: a file may have ${formatNumber(most)} MiB at most, and may not be empty.`,
  notKept: 'This device keeps nothing: send the message before you close the app.',
  files: (count: number): string => `${formatNumber(count)} ${plural(count, { one: 'file', other: 'files' })}`,
  filesHere: 'its files wait on this device',
  sending: 'Sending the files',
})
