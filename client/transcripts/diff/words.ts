import type { PathFlag } from './path-flag.ts'
import { formatNumber, plural } from '../../i18n/formats.ts'
import { translated } from '../../i18n/translated.ts'

/** Words of diffs. */
export const diffWords = translated('diffWords', {
  newFile: 'new file',
  deleted: 'deleted',
  binary: 'A binary file. Its content cannot be shown as text.',
  same: 'Nothing changed in this file.',
  coarse: 'Too different to match line by line: all old lines, then all new ones.',
  noNewline: 'No line feed at the end of the file.',
  huge: (before: number, after: number): string =>
    `Too large to compare here: ${formatNumber(before)} lines before, ${formatNumber(after)} after.`,
  notHere: (size: string): string => `This change is not shown yet: its text has ${size}.`,
  load: 'Load the change',
  elsewhere: 'It is too large to be shown here: look at it in the workspace.',
  skipped: (count: number): string =>
    `${formatNumber(count)} unchanged ${plural(count, { one: 'line', other: 'lines' })}`,
  counts: (added: number, removed: number): string => `${added} added, ${removed} removed`,
  flags: {
    lockfile: 'lockfile',
    pipeline: 'build pipeline',
    secrets: 'may hold secrets',
    hook: 'runs by itself',
    instructions: 'instructs agents',
  } satisfies Record<PathFlag, string>,
})
