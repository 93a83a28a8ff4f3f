import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The relay's port where none is named. */
export const DEFAULT_PORT = 8737

/** The folder for everything that is kept: the flag, the environment, or ~/.perigee. */
export function homeFolder(flag: string | null): string {
  // `||`: an empty setting means the same as none.
  return resolve(flag ?? (process.env['PERIGEE_HOME'] || join(homedir(), '.perigee')))
}

/** Where the relay of a state folder keeps its own. */
export function relayFolder(home: string): string {
  return join(home, 'relay')
}

/** Where the command line of a state folder keeps the key that makes it a device. */
export function deviceFolder(home: string): string {
  return join(home, 'device')
}

/** Where an orb of a state folder keeps its own. */
export function orbFolder(home: string, name: string): string {
  return join(home, 'orbs', name)
}

/** A name as a folder: letters, digits, dot, dash, underscore; never hidden, never empty. */
export function folderName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 60)
  return plain === '' ? 'orb' : plain
}
