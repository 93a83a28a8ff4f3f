import { randomBytes } from 'node:crypto'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'

const insert = statement((slot: { incarnation: number; room: string }) =>
  query
    .insertInto('incarnations')
    .values({ incarnation: slot.incarnation, room: slot.room })
    .onConflict((conflict) => conflict.doNothing()),
)

/** A random 48-bit number above 0 that no room ever had, and that none will have again. */
export function newIncarnation(op: Operation, room: string): number {
  for (;;) {
    const incarnation = randomBytes(6).readUIntBE(0, 6)
    if (incarnation > 0 && op.store.run(insert, { incarnation, room }) === 1) return incarnation
  }
}
