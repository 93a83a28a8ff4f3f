import { constants, type Stats } from 'node:fs'
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Confined } from '../harness/provider.ts'
import { isWithin } from '../isolation/folders.ts'
import type { Workspace } from './workspace.ts'

/** Something in the workspace, open, so that it stays what was checked. */
export interface Opened {
  readonly handle: FileHandle
  readonly stat: Stats
  /** Where it lies, without links. */
  readonly place: string
  /** A path to it that nobody can make lead elsewhere. */
  readonly path: string
}

/** The agent works in the same folders all the while: what was looked at may be another thing when it is opened. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * Opens what a path in the workspace names. Links may lead anywhere inside; outside, into git's own folder, to hidden
 * folders, and to what the agent may not read, nothing is opened. Neither is a pipe or a device.
 * @throws PerigeeError `not-found`
 */
export async function openInside(workspace: Workspace, path: string, want: 'file' | 'folder'): Promise<Opened> {
  const root = await realpath(workspace.agent.cwd).catch(missing)
  const real = await realpath(join(root, path)).catch(missing)
  await checkPlace(workspace, root, real)
  const isWanted = (stat: Stats): boolean => (want === 'file' ? stat.isFile() : stat.isDirectory())
  // Before it is opened, since opening a device can do something.
  if (!isWanted(await lstat(real).catch(missing))) throw notThat(want)
  const handle = await open(real, FLAGS | (want === 'folder' ? constants.O_DIRECTORY : 0)).catch(missing)
  try {
    const stat = await handle.stat()
    if (!isWanted(stat)) throw notThat(want)
    const place = await placeOf(handle, real, stat)
    await checkPlace(workspace, root, place)
    if (!(await mayRead(workspace, root, place, stat))) throw nothingThere()
    return { handle, stat, place, path: process.platform === 'linux' ? fdPath(handle) : place }
  } catch (error) {
    await handle.close()
    throw error instanceof PerigeeError ? error : nothingThere()
  }
}

/** True for git's own folder or file, and anything in it. */
export function isGitsOwn(path: string): boolean {
  return path.split('/').some((part) => part.toLowerCase() === '.git')
}

/** True for a place, without links, in a hidden folder. One that the workspace itself lies in hides nothing of it. */
export async function isHidden({ agent, hidden }: Workspace, place: string): Promise<boolean> {
  const root = await realpath(agent.cwd)
  for (const folder of hidden) {
    const real = await realpath(folder).catch(() => folder)
    if (isWithin(place, real) && !isWithin(root, real)) return true
  }
  return false
}

/** What there is to say of anything that is not to be read, whatever it is. */
export function nothingThere(): PerigeeError {
  return new PerigeeError('not-found', 'The workspace has nothing to read at this path.')
}

async function checkPlace(workspace: Workspace, root: string, place: string): Promise<void> {
  if (!isWithin(place, root) || isGitsOwn(place.slice(root.length))) throw nothingThere()
  if (await isHidden(workspace, place)) throw nothingThere()
}

function fdPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`
}

/** Where an open file lies now: Linux tells; elsewhere the file at that place has to be this very one. */
async function placeOf(handle: FileHandle, real: string, stat: Stats): Promise<string> {
  if (process.platform === 'linux') return readlink(fdPath(handle))
  const place = await realpath(real)
  const there = await lstat(place)
  if (there.ino !== stat.ino || there.dev !== stat.dev) throw nothingThere()
  return place
}

/** Whether the agent itself, where it is another user, may reach and read it: a runner may be able to read more. */
async function mayRead({ provider, agent }: Workspace, root: string, place: string, stat: Stats): Promise<boolean> {
  const { owner } = provider.confine(agent)
  if (owner === null) return true
  const parts = place.slice(root.length).split('/').filter(Boolean)
  let folder = root
  for (const part of ['', ...parts.slice(0, -1)]) {
    folder = join(folder, part)
    if (!allows(owner, await lstat(folder), 1)) return false
  }
  return allows(owner, stat, stat.isDirectory() ? 5 : 4)
}

function allows({ uid, gid }: NonNullable<Confined['owner']>, stat: Stats, bits: number): boolean {
  const shift = stat.uid === uid ? 6 : stat.gid === gid ? 3 : 0
  return ((stat.mode >> shift) & bits) === bits
}

function missing(): never {
  throw nothingThere()
}

function notThat(want: 'file' | 'folder'): PerigeeError {
  return new PerigeeError('not-found', `The workspace has no ${want} at this path.`)
}
