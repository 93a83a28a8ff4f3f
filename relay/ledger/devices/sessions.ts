import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { SessionOpen, SessionRow } from './device-ledger.ts'
import { deviceSeen } from './seen.ts'

const open = statement((slot: SessionOpen) =>
  query.insertInto('sessions').values({
    token_sha256: slot.tokenSha256,
    device_id: slot.deviceId,
    created_at: slot.at,
    expires_at: slot.expiresAt,
  }),
)

const byToken = statement((slot: { tokenSha256: string; at: number }) =>
  query
    .selectFrom('sessions')
    .select(['token_sha256 as tokenSha256', 'device_id as deviceId', 'expires_at as expiresAt'])
    .where('token_sha256', '=', slot.tokenSha256)
    .where('expires_at', '>', slot.at),
)

const end = statement((slot: { deviceId: string }) =>
  query.deleteFrom('sessions').where('device_id', '=', slot.deviceId),
)

const lapse = statement((slot: { now: number }) => query.deleteFrom('sessions').where('expires_at', '<=', slot.now))

const nextDue = statement((_: object) => query.selectFrom('sessions').select(({ fn }) => fn.min('expires_at').as('at')))

/** Opens a session of a device that counts; null where it does not. */
export function openSession(op: Operation, opening: SessionOpen): SessionRow | null {
  const { tokenSha256, deviceId, address, at, expiresAt } = opening
  if (!deviceSeen(op, deviceId, address, at)) return null
  op.store.run(open, opening)
  return { tokenSha256, deviceId, expiresAt }
}

/** The session of a token that has not lapsed by `at`, or null. */
export function session(op: Operation, tokenSha256: string, at: number): SessionRow | null {
  return op.store.first(byToken, { tokenSha256, at }) ?? null
}

/** Ends every session of a device. */
export function endSessions(op: Operation, deviceId: string): void {
  op.store.run(end, { deviceId })
}

/** Forgets the sessions that have lapsed by `now`; returns when the next does, or null. */
export function lapseSessions(op: Operation, now: number): number | null {
  op.store.run(lapse, { now })
  return op.store.first(nextDue, {})?.at ?? null
}
