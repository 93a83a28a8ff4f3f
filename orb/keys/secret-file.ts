import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'

/**
 * The bytes of a secret file, or null where there is none.
 * @throws PerigeeError `forbidden` where it is another user's
 */
export function readSecretFile(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT') return null
    if (code === 'EACCES') throw new PerigeeError('forbidden', `${path} is another user's: it cannot be read.`, error)
    throw error
  }
}

/** Writes a secret as a file of mode 0600 in a folder of mode 0700, synced, whole or not at all. */
export function writeSecretFile(path: string, bytes: string | Uint8Array): void {
  makeSecretFolder(dirname(path))
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    if (typeof bytes === 'string') writeSync(file, bytes)
    else writeSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}

/** Makes a folder that only its owner may enter. */
export function makeSecretFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}
