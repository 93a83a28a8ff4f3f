import { audit } from '../audit/audit.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { DeviceSeen } from './device-ledger.ts'

const see = statement((slot: { deviceId: string; address: string; at: number }) =>
  query
    .updateTable('devices')
    .set({ last_seen_at: slot.at, address: slot.address })
    .where('device_id', '=', slot.deviceId)
    .where('removed_at', 'is', null),
)

const unseen = statement((slot: { deviceId: string }) =>
  query
    .selectFrom('devices')
    .select('device_name as deviceName')
    .where('device_id', '=', slot.deviceId)
    .where('last_seen_at', 'is', null),
)

const activity = statement((_: object) =>
  query
    .selectFrom('devices')
    .select(['device_id as deviceId', 'last_seen_at as lastSeenAt', 'address'])
    .orderBy('created_at'),
)

/**
 * Notes that a device proved its key; false for one that does not count. Its first time goes to the audit log, with the
 * address: later ones are no news.
 */
export function deviceSeen(op: Operation, deviceId: string, address: string, at: number): boolean {
  const newcomer = op.store.first(unseen, { deviceId })
  if (op.store.run(see, { deviceId, address, at }) === 0) return false
  if (newcomer !== undefined) {
    const { deviceName } = newcomer
    audit(op, { at, kind: 'device.first-seen', orbId: null, detail: { deviceId, deviceName, address } })
  }
  return true
}

/** When and from where each device was heard of last, in the order in which they came in. */
export function deviceActivity(op: Operation): DeviceSeen[] {
  return op.store.all(activity, {})
}
