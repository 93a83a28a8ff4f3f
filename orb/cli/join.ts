import { hostname, userInfo } from 'node:os'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { readCode, readPairingFragment } from '../../shared/devices/pairing.ts'
import { readName } from '../../shared/people/name.ts'
import { readOwnDevice, writeOwnDevice, type OwnDevice } from '../device/device-file.ts'
import type { Invited } from '../../shared/devices/invitation.ts'
import { makeNewDevice, requestJoin } from '../device/joining.ts'
import { RelayClient } from '../device/relay-client.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { homeFolder } from './defaults.ts'
import { grantsWords } from './grant-words.ts'
import { ownAccount } from './own-device.ts'
import { LOCAL_RELAY, relayOrigin } from './relay-origin.ts'
import { askLine, say, sayJson, tell } from './terminal.ts'
import { text, UsageError, type Values } from './usage.ts'

/** Makes this command line a device: by an invitation's link or code, and an owner who finds its match number. */
export async function join(values: Values, word: string): Promise<number> {
  const home = homeFolder(text(values, 'state'))
  const known = await readOwnDevice(home)
  if (known !== null) {
    throw new PerigeeError(
      'conflict',
      `This command line is a device of ${shownBriefly(known.relay)} already. Sign it out first with "perigee sign-out".`,
    )
  }
  const { relay, invited } = readInvitation(await pasted(word), text(values, 'relay'))
  const isForPrograms = values['json'] === true
  const made = await makeNewDevice(deviceName(text(values, 'name')), ownAccount())
  if (!isForPrograms) tell('Waiting for the owner of the invitation. Keep their screen open.')
  const pending = await requestJoin(relay, invited, made)
  if (isForPrograms) sayJson({ matchNumber: pending.matchNumber })
  else say(`\nMatch number  ${pending.matchNumber}\n\nChoose this number on the owner's screen.`)
  if (!(await pending.answered())) {
    throw new PerigeeError('gone', 'The owner did not answer in time. Nothing was paired. Ask for a new invitation.')
  }
  const { deviceId, name, account } = made.device
  const { founding } = pending
  const seen = { version: 0, hash: founding }
  const device: OwnDevice = { deviceId, deviceName: name, relay, founding, seen, account, key: made.key }
  writeOwnDevice(home, device)
  const { personId, personName, grants } = await new RelayClient(device).session()
  if (isForPrograms) sayJson({ outcome: 'paired', deviceId, personId, personName, grants })
  else say(`This command line is now a device of ${shownBriefly(personName)}: ${grantsWords(grants)}.`)
  return 0
}

/** `-`: a line from the terminal or a pipe, where nobody else of the machine can read it. */
async function pasted(word: string): Promise<string> {
  if (word !== '-') return word
  const line = await askLine(process.stdin.isTTY ? "The invitation's link or code: " : '')
  if (line === null || line.trim() === '') throw new UsageError('There was no link and no code to read.')
  return line.trim()
}

function readInvitation(given: string, relayFlag: string | null): { relay: string; invited: Invited } {
  const code = readCode(given)
  if (code !== null) return { relay: relayOrigin(relayFlag ?? LOCAL_RELAY), invited: { code } }
  const url = URL.canParse(given) ? new URL(given) : null
  const link = url === null ? null : readPairingFragment(url.hash)
  if (url !== null && url.pathname === '/first') {
    throw new UsageError('This link makes the first device, which has to be a browser. Open it in one.')
  }
  if (url === null || link === null || url.pathname !== '/pair') {
    throw new UsageError("This is neither an invitation's link nor its code of eight letters and digits.")
  }
  return { relay: relayFlag === null ? relayOrigin(url.origin, 'The link') : relayOrigin(relayFlag), invited: { link } }
}

function deviceName(flag: string | null): string {
  const name = readName(flag ?? `${userInfo().username} on ${hostname()}`)
  if (name === null) throw new UsageError('--name is no name that can be read.')
  return name
}
