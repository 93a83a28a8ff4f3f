import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

const insert = statement((slot: { orbId: string; sha256: string; bytes: number; at: number }) =>
  query
    .insertInto('blobs')
    .values({ orb_id: slot.orbId, sha256: slot.sha256, bytes: slot.bytes, at: slot.at })
    .onConflict((conflict) => conflict.doNothing()),
)

const find = statement((slot: { orbId: string; sha256: string }) =>
  query
    .selectFrom('blobs')
    .innerJoin('orbs', 'orbs.orb_id', 'blobs.orb_id')
    .select('bytes')
    .where('blobs.orb_id', '=', slot.orbId)
    .where('sha256', '=', slot.sha256)
    .where('removed_at', 'is', null),
)

/** Notes that an orb has handed in a blob: from now on it may be read with that orb's rights. */
export function recordBlob(op: Operation, orbId: string, sha256: string, bytes: number, at: number): void {
  op.store.run(insert, { orbId, sha256, bytes, at })
}

/** True where this orb is here and has handed in this blob. A hash alone gives no right to it. */
export function hasBlob(op: Operation, orbId: string, sha256: string): boolean {
  return op.store.first(find, { orbId, sha256 }) !== undefined
}
