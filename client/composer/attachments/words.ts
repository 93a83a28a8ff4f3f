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
  retry: (name: string): string => `Upload ${name} again`,
  alone: 'Look at what is attached.',
  unnamed: 'file',
  waiting: 'Kept on this device until the relay can be reached',
  uploading: 'Uploading',
  ready: 'Uploaded',
  failed: (why: string): string => `Not uploaded, kept here. ${why}`,
  noAnswer: 'The relay did not answer.',
  tooLargeOnTheWay: 'What stands before the relay takes no file as large as this: have its limit raised, or remove it.',
  elsewhere: (device: string): string => `Only on ${device}. Send it from there`,
  lost: 'This device does not have it any more. Remove it, and attach it again.',
  noPictures: (agent: string, name: string): string =>
    `${agent} takes no pictures. Remove ${name}, or put it into the workspace and mention it with @.`,
  noFiles: (agent: string, name: string): string =>
    `${agent} takes no files. Remove ${name}, or put it into the workspace and mention it with @.`,
  byPath: (agent: string, name: string): string =>
    `${agent} does not take ${name} itself: it is put into the workspace, out of git, and the agent gets its path.`,
  tooMany: (most: number): string => `A message takes ${formatNumber(most)} files at most. The others were left out.`,
  tooLarge: (name: string, most: number): string =>
    `${name} was left out: a file may have ${formatNumber(most)} MB at most.`,
  empty: (name: string): string => `${name} was left out: it is empty.`,
  unreadable: (name: string): string => `${name} was left out: this device could not read it.`,
  notKept: 'This device keeps nothing: send the message before you close the app.',
  files: (count: number): string => `${formatNumber(count)} ${plural(count, { one: 'file', other: 'files' })}`,
  filesHere: 'its files wait on this device',
  filesFailed: (why: string): string => `a file was not uploaded, and is tried again: ${why}`,
})
