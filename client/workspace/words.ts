import { translated } from '../i18n/translated.ts'

/** Words of an orb's workspace. */
export const workspaceWords = translated('workspaceWords', {
  title: 'Workspace',
  changes: 'Changed files',
  runChanges: 'Changed by this run',
  noChanges: 'No change against the last commit.',
  noRunChanges: 'This run changed no file.',
  cut: 'More files changed than are shown here.',
  files: 'All files',
  root: 'Workspace',
  emptyFolder: 'This folder is empty.',
  folderCut: 'This folder holds more than is shown here.',
  download: 'Download',
  downloadAll: 'Download everything',
  downloading: 'Fetching from the orb',
  binary: 'This file is binary. Download it to look at it.',
  large: 'This file is too large to show. Download it.',
  again: 'Try again',
  unreachable: 'The relay did not answer. Nothing was changed.',
  odd: 'The orb’s answer could not be read. Nothing was changed.',
  ahead: (count: number): string => `${count} ahead`,
  behind: (count: number): string => `${count} behind`,
  upstream: (name: string): string => `of ${name}`,
  close: 'Back to the folder',
})
