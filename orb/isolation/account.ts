import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** Where a machine keeps the id that it was given when it was installed, the usual place first. */
const ID_FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id']

/**
 * Names an account of this machine without telling which machine it is: SHA-256 in hexadecimal of a domain tag, the
 * machine's id and the user's number. A runner says so whose files its agent's are, a command line whose it is; where
 * both are the same, the agent could use the command line's key, so its decisions do not count there.
 */
export function accountOf(uid: number): string {
  return createHash('sha256').update(`perigee/account/1\n${machineId()}\n${uid}`, 'utf8').digest('hex')
}

/** The machine's id, or its host name where it has none, as in many containers: there it is as lasting as the rest. */
function machineId(): string {
  for (const path of ID_FILES) {
    try {
      const id = readFileSync(path, 'utf8').trim()
      if (/^[0-9a-f]{32}$/.test(id)) return id
    } catch {
      // The next place may have it.
    }
  }
  return `host ${hostname()}`
}
