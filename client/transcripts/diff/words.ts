import type { PathFlag } from './path-flag.ts'

/** Words of diffs. */
export const diffWords = {
  newFile: 'new file',
  deleted: 'deleted',
  binary: 'A binary file. Its content cannot be shown as text.',
  same: 'Nothing changed in this file.',
  coarse: 'Too different to match line by line: all old lines, then all new ones.',
  noNewline: 'No line feed at the end of the file.',
  huge: (before: number, after: number): string =>
    `Too large to compare here: ${before.toLocaleString('en')} lines before, ${after.toLocaleString('en')} after.`,
  notHere: (size: string): string => `This change is not shown yet: its text has ${size}.`,
  load: 'Load the change',
  elsewhere: 'It is too large to be shown here: look at it in the workspace.',
  skipped: (count: number): string => `${count.toLocaleString('en')} unchanged ${count === 1 ? 'line' : 'lines'}`,
  counts: (added: number, removed: number): string => `${added} added, ${removed} removed`,
  flags: {
    lockfile: 'lockfile',
    pipeline: 'build pipeline',
    secrets: 'may hold secrets',
    hook: 'runs by itself',
    instructions: 'instructs agents',
  } satisfies Record<PathFlag, string>,
} as const
