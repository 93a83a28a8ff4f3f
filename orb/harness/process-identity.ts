import { readFileSync } from 'node:fs'

/**
 * What tells a process from a later one with the same number: the boot and the moment it started. Null where there is
 * no such process, or where the system does not say (it is Linux's /proc that does).
 */
export function processIdentity(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may hold anything; what follows the last one is fixed. Field 22 is the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return null
    return `${bootId()}:${fields[19] ?? ''}`
  } catch {
    return null
  }
}

/** The id of the present boot, or an empty text where the system has none. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  } catch {
    return ''
  }
}

/** True where a signal could be sent to this process or (negative) group. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
