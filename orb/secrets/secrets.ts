import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { readSecretFile, writeSecretFile } from '../keys/secret-file.ts'

const Secrets = z.record(z.string(), z.object({ value: z.string(), setAt: z.int() }))
type Secrets = z.infer<typeof Secrets>

/** A name of a secret and when it was set; never its value. */
export interface SecretName {
  readonly name: string
  readonly setAt: number
}

/** The file of an orb's secrets, mode 0600 in a folder that the agent cannot enter. */
export function secretsFile(orbFolder: string): string {
  return join(orbFolder, 'secrets.json')
}

/** A secret of an orb, or null where none of this name is kept. */
export function readSecret(orbFolder: string, name: string): string | null {
  const all = read(orbFolder)
  return Object.hasOwn(all, name) ? (all[name]?.value ?? null) : null
}

/** The names of an orb's secrets, sorted. */
export function listSecrets(orbFolder: string): SecretName[] {
  return Object.entries(read(orbFolder))
    .map(([name, { setAt }]) => ({ name, setAt }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Keeps a secret, in place of one of the same name. */
export function writeSecret(orbFolder: string, name: string, value: string): void {
  write(orbFolder, { ...read(orbFolder), [name]: { value, setAt: Date.now() } })
}

/** Forgets a secret; false where there was none. */
export function removeSecret(orbFolder: string, name: string): boolean {
  const { [name]: gone, ...rest } = read(orbFolder)
  if (gone === undefined) return false
  if (Object.keys(rest).length === 0) rmSync(secretsFile(orbFolder))
  else write(orbFolder, rest)
  return true
}

function write(orbFolder: string, secrets: Secrets): void {
  writeSecretFile(secretsFile(orbFolder), JSON.stringify(secrets))
}

function read(orbFolder: string): Secrets {
  const path = secretsFile(orbFolder)
  const bytes = readSecretFile(path)
  if (bytes === null) return {}
  if ((statSync(path).mode & 0o077) !== 0) {
    throw new PerigeeError(
      'forbidden',
      `Others can read ${path}. Close it with "chmod 600 ${path}", and change the keys.`,
    )
  }
  const parsed = Secrets.safeParse(parse(bytes))
  if (!parsed.success) {
    throw new PerigeeError(
      'bad-request',
      `${path} is damaged. It was left as it is; move it away and set the secrets anew.`,
    )
  }
  return parsed.data
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
