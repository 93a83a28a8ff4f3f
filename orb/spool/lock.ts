import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { newId } from '../../shared/ids.ts'
import { isAlive, processIdentity } from '../harness/process-identity.ts'

const Holder = z.object({ pid: z.int(), identity: z.nullable(z.string()) })
type Holder = z.infer<typeof Holder>

/**
 * Takes a state folder for this process: two runners on one spool would give numbers twice. The lock of a process that
 * is gone is taken over. Gives the function that releases it.
 * @throws PerigeeError `conflict`, naming the process that holds the folder
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'runner.lock')
  const mine = join(folder, `runner.lock.${newId()}`)
  const me: Holder = { pid: process.pid, identity: processIdentity(process.pid) }
  writeFileSync(mine, JSON.stringify(me), { mode: 0o600 })
  try {
    while (!tryLink(mine, path)) {
      const holder = readHolder(path)
      if (holder !== null && isHeld(holder)) throw heldBy(holder.pid, folder)
      setAside(path, holder)
    }
  } finally {
    rmSync(mine, { force: true })
  }
  return () => {
    if (readHolder(path)?.pid === process.pid) rmSync(path, { force: true })
  }
}

function heldBy(pid: number, folder: string): PerigeeError {
  return new PerigeeError(
    'conflict',
    `Another runner (process ${pid}) uses ${folder}. Stop it, or name another folder with --state.`,
  )
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function isHeld(holder: Holder): boolean {
  if (!isAlive(holder.pid)) return false
  return holder.identity === null || processIdentity(holder.pid) === holder.identity
}

/** Moves a stale lock away; puts it back where another runner was quicker and this is already the new one's. */
function setAside(path: string, stale: Holder | null): void {
  const aside = `${path}.${newId()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = readHolder(aside)
  if (moved !== null && (moved.pid !== stale?.pid || moved.identity !== stale.identity)) tryLink(aside, path)
  rmSync(aside, { force: true })
}

function readHolder(path: string): Holder | null {
  try {
    return Holder.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null
  }
}
