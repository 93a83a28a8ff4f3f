import { audit } from '../audit/audit.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { DeviceRow, StartLinkRedeem } from '../ledger.ts'
import { statement } from '../store/statement.ts'

/** The one person there is until devices bring others. */
const ME = { personId: 'me', personName: 'You' } as const

const createLink = statement((slot: { secretSha256: string; expiresAt: number }) =>
  query.insertInto('start_links').values({ secret_sha256: slot.secretSha256, expires_at: slot.expiresAt }),
)

const spendLink = statement((slot: { secretSha256: string; deviceId: string; at: number }) =>
  query
    .updateTable('start_links')
    .set({ device_id: slot.deviceId })
    .where('secret_sha256', '=', slot.secretSha256)
    .where('device_id', 'is', null)
    .where('expires_at', '>', slot.at),
)

const addDevice = statement((slot: DeviceRow & { tokenSha256: string; at: number }) =>
  query.insertInto('devices').values({
    device_id: slot.deviceId,
    device_name: slot.deviceName,
    person_id: slot.personId,
    person_name: slot.personName,
    token_sha256: slot.tokenSha256,
    created_at: slot.at,
  }),
)

const byToken = statement((slot: { tokenSha256: string }) =>
  query
    .selectFrom('devices')
    .select([
      'device_id as deviceId',
      'device_name as deviceName',
      'person_id as personId',
      'person_name as personName',
    ])
    .where('token_sha256', '=', slot.tokenSha256)
    .where('removed_at', 'is', null),
)

const remove = statement((slot: { deviceId: string; at: number }) =>
  query
    .updateTable('devices')
    .set({ removed_at: slot.at })
    .where('device_id', '=', slot.deviceId)
    .where('removed_at', 'is', null),
)

/** Keeps the hash of a start link's secret until it is spent. */
export function createStartLink(op: Operation, secretSha256: string, expiresAt: number): void {
  op.store.run(createLink, { secretSha256, expiresAt })
}

/** Spends a start link, once and in time, and makes a device; null where the link is unknown, spent or too old. */
export function redeemStartLink(op: Operation, redeem: StartLinkRedeem): DeviceRow | null {
  const { secretSha256, deviceId, deviceName, tokenSha256, at } = redeem
  if (op.store.run(spendLink, { secretSha256, deviceId, at }) === 0) return null
  const made = { deviceId, deviceName, ...ME }
  op.store.run(addDevice, { ...made, tokenSha256, at })
  audit(op, { at, kind: 'device.added', orbId: null, detail: made })
  return made
}

/** The device that holds this token, or null. */
export function device(op: Operation, tokenSha256: string): DeviceRow | null {
  return op.store.first(byToken, { tokenSha256 }) ?? null
}

/** Takes a device's access away. Its name stays in the audit log. */
export function removeDevice(op: Operation, deviceId: string): void {
  const at = Date.now()
  if (op.store.run(remove, { deviceId, at }) === 1)
    audit(op, { at, kind: 'device.removed', orbId: null, detail: { deviceId } })
}
