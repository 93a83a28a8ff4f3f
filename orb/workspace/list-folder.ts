import { lstat, opendir } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import { join } from 'node:path'
import { READ_LIMITS, type FolderList } from '../../shared/reads/reads.ts'
import { isGitsOwn, isHidden, openInside } from './inside.ts'
import type { Workspace } from './workspace.ts'

type Entry = FolderList['entries'][number]

/**
 * What a folder of the workspace holds, folders first, without git's own.
 * @throws PerigeeError `not-found`
 */
export async function listFolder(workspace: Workspace, path: string): Promise<FolderList> {
  const { handle, path: stable, place } = await openInside(workspace, path, 'folder')
  try {
    const entries: Entry[] = []
    for await (const { name } of await opendir(stable)) {
      if (isGitsOwn(name) || (await isHidden(workspace, join(place, name)))) continue
      if (entries.length === READ_LIMITS.folderEntries) return { path, entries: inOrder(entries), cut: true }
      // It may be gone already.
      const stat = await lstat(join(stable, name)).catch(() => null)
      if (stat !== null) entries.push({ name, kind: kindOf(stat), bytes: stat.isFile() ? stat.size : 0 })
    }
    return { path, entries: inOrder(entries), cut: false }
  } finally {
    await handle.close()
  }
}

function kindOf(stat: Stats): Entry['kind'] {
  if (stat.isFile()) return 'file'
  if (stat.isDirectory()) return 'folder'
  return stat.isSymbolicLink() ? 'link' : 'other'
}

function inOrder(entries: readonly Entry[]): Entry[] {
  const rank = ({ kind }: Entry) => (kind === 'folder' ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
}
