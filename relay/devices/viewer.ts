import { liveDevice, type Roster } from '../../shared/devices/roster.ts'
import type { DeviceRow } from '../ledger/ledger.ts'

/** A device that proved who it is, for as long as it is connected. */
export interface Viewer extends DeviceRow {
  /** When the session ends that it came with; null where it proved its key for this connection. */
  readonly sessionEndsAt: number | null
}

/** A device that counts, with its person's name of this moment; null for any other. */
export function deviceRow(roster: Roster | null, deviceId: string): DeviceRow | null {
  const device = roster === null ? null : liveDevice(roster, deviceId)
  if (device === null) return null
  const { name: deviceName, personId } = device
  return { deviceId, deviceName, personId, personName: roster?.people.get(personId)?.name ?? '' }
}
