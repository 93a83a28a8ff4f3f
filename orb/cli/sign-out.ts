import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { AppendOutcome } from '../../shared/devices/pairing.ts'
import { isGovernor, type Roster } from '../../shared/devices/roster.ts'
import { removeOwnDevice } from '../device/device-file.ts'
import type { RelayClient } from '../device/relay-client.ts'
import { readRoster, signEntry } from '../device/roster-view.ts'
import { SIGN_OUT_HELP } from './help/devices.ts'
import { DEVICE_FLAGS, ownClient, type OwnClient } from './own-device.ts'
import { askYes, say, sayJson, tell } from './terminal.ts'
import { readFlags } from './usage.ts'

const FLAGS = { ...DEVICE_FLAGS, yes: { type: 'boolean', short: 'y' }, forget: { type: 'boolean' } } as const
/** As often as somebody else's entry may come first. */
const TRIES = 5

/** `perigee sign-out`: revokes this command line by its own key, and removes the key. */
export async function signOut(args: readonly string[]): Promise<number> {
  const values = readFlags(args, FLAGS, 'sign-out')
  if (values['help'] === true) {
    process.stdout.write(SIGN_OUT_HELP)
    return 0
  }
  const own = await ownClient(values)
  const warning = (await isLastOwner(own))
    ? 'This is the only device that owns everything: after it only the recovery phrase lets anybody in. Sign out?'
    : 'Sign this command line out? Its key is removed.'
  if (values['yes'] !== true && !(await askYes(warning))) {
    say('Nothing was changed.')
    return 1
  }
  if (values['forget'] !== true) await revokeItself(own.client)
  removeOwnDevice(own.home)
  if (values['json'] === true) sayJson({ outcome: values['forget'] === true ? 'forgotten' : 'signed-out' })
  else if (values['forget'] === true)
    say('The key is removed here. The relay was not told: revoke this device in the app.')
  else say('Signed out. The key is removed.')
  return 0
}

async function revokeItself(client: RelayClient): Promise<void> {
  const { deviceId } = client.device
  for (let tries = 0; tries < TRIES; tries++) {
    const session = await client.session().catch((error: unknown) => {
      // Revoked by somebody else: there is nothing left to tell.
      if (error instanceof PerigeeError && error.code === 'unauthenticated') return null
      throw error
    })
    if (session === null) return tell('The relay knows this command line no more.')
    const change = { kind: 'device.revoke' as const, deviceId, why: 'signed-out' as const }
    const entry = await signEntry(client, session.roster, change)
    const outcome = await client.post('/api/roster', { entry, invitationId: null }, AppendOutcome)
    if (outcome.outcome === 'appended') return
  }
  throw new PerigeeError(
    'conflict',
    'The relay did not take the sign-out. The key is kept. Try again, or use --forget.',
  )
}

async function isLastOwner({ client, home }: OwnClient): Promise<boolean> {
  // Who may not read the roster is no owner of everything, and nobody can say more while the relay is away.
  const roster = await readRoster(client, home).catch(() => null)
  if (roster === null) return false
  const owners = ownerDevices(roster)
  return owners.length === 1 && owners[0] === client.device.deviceId
}

function ownerDevices(roster: Roster): string[] {
  return [...roster.devices.values()]
    .filter(({ revokedIn, personId }) => revokedIn === null && isGovernor(roster.people.get(personId)))
    .map(({ deviceId }) => deviceId)
}
