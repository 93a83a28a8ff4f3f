import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id, Ordinal, Sha256 } from '../../shared/ids.ts'
import { readSecretFile, writeSecretFile } from '../keys/secret-file.ts'
import { PrivateKeyJwk, readDeviceKey, type DeviceKey } from './device-key.ts'

const DeviceFile = z.object({
  deviceId: Id,
  deviceName: z.string(),
  /** The relay's origin. */
  relay: z.url(),
  /** The founding hash of the roster that this device believes. */
  founding: Sha256,
  /** The newest entry of the roster that it has seen: an older one is a rollback. */
  seen: z.object({ version: Ordinal, hash: Sha256 }),
  account: z.nullable(Sha256),
  privateKey: PrivateKeyJwk,
})

/** This command line as a device: who it is, for which relay, and its key. */
export interface OwnDevice extends Omit<z.infer<typeof DeviceFile>, 'privateKey'> {
  readonly key: DeviceKey
}

/** Where the device of a state folder is kept. */
export function deviceFilePath(home: string): string {
  return join(home, 'device', 'device.json')
}

/**
 * The device of a state folder, or null where it is none yet.
 * @throws PerigeeError where the file is damaged
 */
export async function readOwnDevice(home: string): Promise<OwnDevice | null> {
  const path = deviceFilePath(home)
  const bytes = readSecretFile(path)
  if (bytes === null) return null
  try {
    const { privateKey, ...rest } = DeviceFile.parse(JSON.parse(bytes.toString('utf8')))
    return { ...rest, key: await readDeviceKey(privateKey) }
  } catch (error) {
    throw new PerigeeError(
      'internal',
      `${path} cannot be read as a device. Put it back from a copy, or remove it and pair this command line anew.`,
      error,
    )
  }
}

/** Keeps a device: a file of mode 0600 in a folder of mode 0700. */
export function writeOwnDevice(home: string, { key, ...rest }: OwnDevice): void {
  writeSecretFile(deviceFilePath(home), JSON.stringify({ ...rest, privateKey: key.jwk }, null, 2) + '\n')
}

/** Forgets the device, with its key. */
export function removeOwnDevice(home: string): void {
  rmSync(deviceFilePath(home), { force: true })
}
