import { hostname, userInfo } from 'node:os'
import { newRecoveryPhrase, readRecoveryPhrase, recoveryKey } from '../../shared/devices/recovery.ts'
import { newId } from '../../shared/ids.ts'
import { readName } from '../../shared/people/name.ts'
import { readOwnDevice, writeOwnDevice } from '../device/device-file.ts'
import { makeNewDevice } from '../device/joining.ts'
import { recover as recoverRoster } from '../device/recovering.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { homeFolder } from './defaults.ts'
import { RECOVER_HELP } from './help/devices.ts'
import { DEVICE_FLAGS, ownAccount } from './own-device.ts'
import { LOCAL_RELAY, relayOrigin } from './relay-origin.ts'
import { askSecretLine, askYes, say, sayJson } from './terminal.ts'
import { readFlags, text, UsageError, type Values } from './usage.ts'

const FLAGS = {
  ...DEVICE_FLAGS,
  relay: { type: 'string' },
  name: { type: 'string' },
  person: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
} as const

/** `perigee recover`: with the recovery phrase alone, revokes every device and makes this command line the owner. */
export async function recover(args: readonly string[]): Promise<number> {
  const values = readFlags(args, FLAGS, 'recover')
  if (values['help'] === true) {
    process.stdout.write(RECOVER_HELP)
    return 0
  }
  const home = homeFolder(text(values, 'state'))
  const known = await readOwnDevice(home)
  const flag = text(values, 'relay')
  const relay = flag === null ? (known?.relay ?? LOCAL_RELAY) : relayOrigin(flag)
  const [deviceName, name] = [
    nameOf(values, 'name', `${userInfo().username} on ${hostname()}`),
    nameOf(values, 'person', 'Owner'),
  ]
  const phrase = readRecoveryPhrase((await askSecretLine('Recovery phrase (12 words, not shown): ')) ?? '')
  if (phrase === null)
    throw new UsageError('That is no recovery phrase: a word or their order is wrong. Nothing was sent.')
  const warning = `Every device of ${shownBriefly(relay)} will be revoked, and this command line made its owner. Go on?`
  if (values['yes'] !== true && !(await askYes(warning))) {
    say('Nothing was changed.')
    return 1
  }
  // Shown before anything is sent: were it shown after and the line went down in between, nobody would have it.
  const next = newRecoveryPhrase()
  const isForPrograms = values['json'] === true
  if (isForPrograms) sayJson({ nextPhrase: next })
  else say(`\nThe next recovery phrase. It counts once this recovery is through, and is shown only now:\n\n  ${next}\n`)
  const made = await makeNewDevice(deviceName, ownAccount())
  const personId = newId()
  const { founding, version, hash } = await recoverRoster(
    relay,
    recoveryKey(phrase),
    {
      device: { ...made.device, personId },
      person: { personId, name, grants: [{ role: 'owner', scope: { kind: 'all' }, expiresAt: null }] },
      nextKey: recoveryKey(next).key,
    },
    // A phrase is for one roster, whichever this command line belonged to before.
    flag === null ? (known?.founding ?? null) : null,
  )
  const { deviceId, account } = made.device
  writeOwnDevice(home, { deviceId, deviceName, relay, founding, seen: { version, hash }, account, key: made.key })
  if (isForPrograms) sayJson({ outcome: 'recovered', deviceId, personId })
  else
    say('Recovered. Every other device is revoked. "perigee invite" lets the next one in; write the new phrase down.')
  return 0
}

function nameOf(values: Values, flag: string, fallback: string): string {
  const name = readName(text(values, flag) ?? fallback)
  if (name === null) throw new UsageError(`--${flag} is no name that can be read.`)
  return name
}
