import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isWithin } from './folders.ts'

/** More than any path; what is longer was not written by git. */
const LONGEST_FILE = 8192

/**
 * The repository of a workspace that is a worktree or a submodule of one that lies elsewhere; null for any other. It is
 * only to be told: an agent could have written that it is somewhere else, so nothing is shown because of it.
 */
export function repositoryElsewhere(workspace: string): string | null {
  const file = join(workspace, '.git')
  const found = statSync(file, { throwIfNoEntry: false })
  if (found?.isFile() !== true || found.size > LONGEST_FILE) return null
  const gitdir = /^gitdir: (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1]
  if (gitdir === undefined) return null
  const repository = resolve(workspace, gitdir).replace(/\/worktrees\/[^/]+$/, '')
  return isWithin(repository, workspace) ? null : repository
}
