import type { Member, Roster } from '../../shared/devices/roster.ts'
import { readLocalJson, writeLocal } from '../platform/local-storage.ts'

/** Devices that this browser has already told of. Without it nothing was looked at yet. */
const KEY = 'perigee-known-devices'

/**
 * Devices of a roster that came in since this device last looked: none at the first look, when all are news. Later
 * looks leave a device out once it was dismissed, revoked, or let in by this very browser.
 */
export function newDevices(roster: Roster, ownId: string): readonly Member[] {
  const live = [...roster.devices.values()].filter((device) => device.revokedIn === null)
  const known = read()
  if (known === null) {
    write(live.map((device) => device.deviceId))
    return []
  }
  return live.filter((device) => device.deviceId !== ownId && !known.includes(device.deviceId))
}

/** This device need not be told of any more. */
export function rememberDevice(deviceId: string): void {
  const known = read()
  if (known !== null && !known.includes(deviceId)) write([...known, deviceId])
}

function read(): readonly string[] | null {
  const parsed = readLocalJson(KEY)
  return Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : null
}

function write(deviceIds: readonly string[]): void {
  // A browser that stores nothing tells of nothing, rather than of everything each time.
  writeLocal(KEY, JSON.stringify(deviceIds))
}
