import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { DeviceActivity } from '../../shared/devices/pairing.ts'
import { liveDevice, type Member, type Roster } from '../../shared/devices/roster.ts'
import { governorOf } from '../device/granting.ts'
import { appendChange, readRoster } from '../device/roster-view.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { ago, grantsWords, personWords } from './grant-words.ts'
import { DEVICES_HELP } from './help/devices.ts'
import { DEVICE_FLAGS, ownClient, type OwnClient } from './own-device.ts'
import { askYes, say, sayJson } from './terminal.ts'
import { readWords, UsageError, type Values } from './usage.ts'

type Activity = DeviceActivity['devices'][number]

const FLAGS = { ...DEVICE_FLAGS, lost: { type: 'boolean' }, yes: { type: 'boolean', short: 'y' } } as const

/** `perigee devices`: who has which device; `perigee devices revoke ID`: one counts no more. */
export async function devices(args: readonly string[]): Promise<number> {
  const {
    values,
    words: [verb, deviceId],
  } = readWords(args, FLAGS, 'devices', 2)
  if (values['help'] === true) {
    process.stdout.write(DEVICES_HELP)
    return 0
  }
  if (verb !== undefined && verb !== 'revoke') throw new UsageError(`"perigee devices" has no use for "${verb}".`)
  if (verb === 'revoke' && deviceId === undefined) throw new UsageError('Say which device: perigee devices revoke ID')
  const own = await ownClient(values)
  return deviceId === undefined ? list(own, values) : revoke(own, deviceId, values)
}

async function list({ client, home }: OwnClient, values: Values): Promise<number> {
  const session = await client.session()
  const roster = await readRoster(client, home).catch((error: unknown) => {
    // Who may not govern sees what is their own.
    if (error instanceof PerigeeError && ['forbidden', 'not-found'].includes(error.code)) return null
    throw error
  })
  if (roster === null) {
    const { deviceId, deviceName, personName, grants } = session
    if (values['json'] === true) sayJson({ deviceId, deviceName, personName, grants })
    else
      say(
        `${personWords({ name: personName, grants })}\n  ${shownBriefly(deviceId)}  ${shownBriefly(deviceName)}  (this one)`,
      )
    return 0
  }
  const seen = new Map((await client.get('/api/devices', DeviceActivity)).devices.map((one) => [one.deviceId, one]))
  const live = [...roster.devices.values()].filter((one) => one.revokedIn === null)
  const rows = live.map((device) => ({ device, activity: seen.get(device.deviceId) ?? null }))
  if (values['json'] === true) {
    for (const { device, activity } of rows) sayJson({ ...device, activity })
    return 0
  }
  for (const person of roster.people.values()) {
    const theirs = rows.filter(({ device }) => device.personId === person.personId)
    if (theirs.length === 0) continue
    say(personWords(person))
    for (const { device, activity } of theirs) say(deviceLine(device, activity, client.device.deviceId))
  }
  return 0
}

function deviceLine(device: Member, activity: Activity | null, ownId: string): string {
  const kind = device.kind === 'browser' ? 'browser' : 'command line'
  const parts = [device.deviceId, shownBriefly(device.name, 40), kind]
  parts.push(device.deviceId === ownId ? 'this one' : seenWords(activity))
  const address = activity?.address ?? null
  if (address !== null) parts.push(shownBriefly(address, 45))
  return '  ' + parts.join('  ')
}

function seenWords(activity: Activity | null): string {
  if (activity?.connected === true) return 'connected'
  const lastSeenAt = activity?.lastSeenAt ?? null
  return lastSeenAt === null ? 'not seen yet' : `seen ${ago(lastSeenAt, Date.now())}`
}

async function revoke({ client, home }: OwnClient, deviceId: string, values: Values): Promise<number> {
  if (deviceId === client.device.deviceId) {
    throw new UsageError('That is this command line itself. "perigee sign-out" revokes it and removes its key.')
  }
  const roster = await readRoster(client, home)
  governorOf(roster, client.device.deviceId)
  const device = liveDevice(roster, deviceId)
  if (device === null) throw new PerigeeError('not-found', 'There is no such device, or it is revoked already.')
  const whose = `${shownBriefly(device.name)} of ${ownerWords(roster, device)}`
  if (values['yes'] !== true && !(await askYes(`Revoke ${whose}? It is signed out at once, for good.`))) {
    say('Nothing was changed.')
    return 1
  }
  const why = values['lost'] === true ? 'lost' : 'removed'
  await appendChange(client, home, () => ({ kind: 'device.revoke', deviceId, why }))
  if (values['json'] === true) sayJson({ outcome: 'revoked', deviceId })
  else say(`Revoked ${whose}. What it decided before still counts.`)
  return 0
}

function ownerWords(roster: Roster, device: Member): string {
  const person = roster.people.get(device.personId)
  return person === undefined ? 'nobody' : `${shownBriefly(person.name)} (${grantsWords(person.grants)})`
}
