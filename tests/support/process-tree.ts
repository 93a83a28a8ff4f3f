import { readdirSync, readFileSync, statSync } from 'node:fs'
import { processIdentity } from '../../orb/harness/process-identity.ts'

/** A process that is told from a later one with the same number. */
export interface KnownProcess {
  readonly pid: number
  readonly identity: string
}

/** Everything that a process has started and that lives, with all that that has started, and so on. */
export function processesBelow(pid: number): KnownProcess[] {
  return childrenOf(pid).flatMap((child) => {
    const identity = processIdentity(child)
    return identity === null ? [] : [{ pid: child, identity }, ...processesBelow(child)]
  })
}

/** Everything that runs as a user. */
export function processesOfUser(uid: number): KnownProcess[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).flatMap((pid) => {
    if (statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid !== uid) return []
    const identity = processIdentity(pid)
    return identity === null ? [] : [{ pid, identity }]
  })
}

/** True while a process runs. */
export function isRunning({ pid, identity }: KnownProcess): boolean {
  return processIdentity(pid) === identity
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    return children === '' ? [] : children.split(' ').map(Number)
  } catch {
    return []
  }
}
