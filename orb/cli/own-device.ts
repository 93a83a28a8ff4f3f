import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { readOwnDevice } from '../device/device-file.ts'
import { RelayClient } from '../device/relay-client.ts'
import { accountOf } from '../isolation/account.ts'
import { homeFolder } from './defaults.ts'
import { text, type Values } from './usage.ts'

/** Flags that every command of a device takes. */
export const DEVICE_FLAGS = {
  state: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** This command line as a device, with the folder that it is kept in. */
export interface OwnClient {
  readonly client: RelayClient
  readonly home: string
}

/**
 * The device of the state folder that `--state` names.
 * @throws PerigeeError where this command line is none yet
 */
export async function ownClient(values: Values): Promise<OwnClient> {
  const home = homeFolder(text(values, 'state'))
  const device = await readOwnDevice(home)
  if (device === null) {
    throw new PerigeeError(
      'unauthenticated',
      'This command line is no device yet. Make an invitation in the app (Settings, Devices, Add a device), ' +
        'run "perigee pair -", and paste its link or its code.',
    )
  }
  return { client: new RelayClient(device), home }
}

/** The account that this command line runs as; null where the system has no users by number. */
export function ownAccount(): string | null {
  const uid = process.getuid?.()
  return uid === undefined ? null : accountOf(uid)
}
