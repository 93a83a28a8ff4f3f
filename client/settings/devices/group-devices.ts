import type { Member, Roster } from '../../../shared/devices/roster.ts'
import type { Person } from '../../../shared/people/grants.ts'

/** A person with the devices that count. */
export interface PersonDevices {
  readonly person: Person
  readonly devices: readonly Member[]
}

/** Devices that count, by person: oneself first, then by name. This device leads its own; the others come newest first. */
export function devicesByPerson(roster: Roster, personId: string, deviceId: string): readonly PersonDevices[] {
  const people = [...roster.people.values()].toSorted((one, other) => {
    if (one.personId === personId) return -1
    return other.personId === personId ? 1 : one.name.localeCompare(other.name)
  })
  return people
    .map((person) => ({
      person,
      devices: [...roster.devices.values()]
        .filter((device) => device.personId === person.personId && device.revokedIn === null)
        .toSorted((a, b) => Number(b.deviceId === deviceId) - Number(a.deviceId === deviceId) || b.addedAt - a.addedAt),
    }))
    .filter(({ devices }) => devices.length > 0)
}
