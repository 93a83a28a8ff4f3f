import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve, sep } from 'node:path'

/** True where a path is a folder or lies in it. Both absolute, without links. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** A path without links, as far as it exists; what does not exist yet is taken as written. */
export function realPlace(path: string): string {
  const full = resolve(path)
  try {
    return realpathSync(full)
  } catch {
    const above = dirname(full)
    return above === full ? full : resolve(realPlace(above), full.slice(above.length).replace(/^\/+/, ''))
  }
}

/** Where a symbolic link points, as an absolute path; null where the path is none. */
export function linkTarget(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : null
  } catch {
    return null
  }
}
