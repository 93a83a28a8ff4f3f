import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isWithin } from './folders.ts'
import type { Bind, Sight, SystemFolder } from './bwrap-arguments.ts'

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/etc', '/nix/store']
/** What container engines freeze too: files whose owner, root, may write them without any capability. */
const FROZEN_PROC = ['/proc/sys', '/proc/bus', '/proc/fs', '/proc/irq', '/proc/sysrq-trigger', '/proc/acpi']
const READ_BY_OTHERS = 0o004
const ENTERED_BY_OTHERS = 0o001

/** The part of what an agent sees that is the same for every agent on this machine. */
export function systemSight(): Pick<Sight, 'system' | 'hidden' | 'frozenProc'> & { readonly resolver: Bind[] } {
  return {
    system: SYSTEM.filter((path) => existsSync(path)).map(asSystemFolder),
    hidden: privateIn('/etc'),
    frozenProc: FROZEN_PROC.filter((path) => existsSync(path)),
    resolver: resolverElsewhere(),
  }
}

function asSystemFolder(path: string): SystemFolder {
  return { path, link: lstatSync(path).isSymbolicLink() ? readlinkSync(path) : null }
}

/**
 * What not everybody may read, such as password hashes and host keys: an agent in a namespace of root's still owns
 * root's files.
 */
function privateIn(folder: string): { path: string; isFolder: boolean }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isFile() && !entry.isDirectory()) return []
    const isFolder = entry.isDirectory()
    const { mode } = lstatSync(path)
    if ((mode & READ_BY_OTHERS) === 0 || (isFolder && (mode & ENTERED_BY_OTHERS) === 0)) return [{ path, isFolder }]
    return isFolder ? privateIn(path) : []
  })
}

/** /etc/resolv.conf often leads to a file outside /etc. */
function resolverElsewhere(): Bind[] {
  try {
    const real = realpathSync('/etc/resolv.conf')
    return isWithin(real, '/etc') ? [] : [{ from: real, at: real }]
  } catch {
    return []
  }
}
