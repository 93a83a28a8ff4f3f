import type { RosterChange } from '../../../shared/devices/roster-entry.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import { burnInvitationsOf } from './invitations.ts'
import { endSessions } from './sessions.ts'

interface NewDevice {
  readonly deviceId: string
  readonly deviceName: string
  readonly personId: string
  readonly personName: string
  readonly at: number
}

const add = statement((slot: NewDevice) =>
  query.insertInto('devices').values({
    device_id: slot.deviceId,
    device_name: slot.deviceName,
    person_id: slot.personId,
    person_name: slot.personName,
    created_at: slot.at,
  }),
)

const remove = statement((slot: { deviceId: string; at: number }) =>
  query
    .updateTable('devices')
    .set({ removed_at: slot.at })
    .where('device_id', '=', slot.deviceId)
    .where('removed_at', 'is', null),
)

const present = statement((_: object) =>
  query.selectFrom('devices').select('device_id as deviceId').where('removed_at', 'is', null),
)

const rename = statement((slot: { personId: string; personName: string }) =>
  query.updateTable('devices').set({ person_name: slot.personName }).where('person_id', '=', slot.personId),
)

/** Brings the index of devices to what an entry of the roster says; who is out is out at once. */
export function applyChange(op: Operation, change: RosterChange, at: number): void {
  if (change.kind === 'device.revoke') return removeDevice(op, change.deviceId, at)
  const { personId, name: personName } = change.person
  if (change.kind === 'recover') for (const { deviceId } of op.store.all(present, {})) removeDevice(op, deviceId, at)
  if (change.kind !== 'person.set') {
    const { deviceId, name: deviceName } = change.device
    op.store.run(add, { deviceId, deviceName, personId, personName, at })
  }
  op.store.run(rename, { personId, personName })
}

function removeDevice(op: Operation, deviceId: string, at: number): void {
  op.store.run(remove, { deviceId, at })
  endSessions(op, deviceId)
  burnInvitationsOf(op, deviceId)
}
