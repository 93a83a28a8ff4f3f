import { Undo, type Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { DeskAppend, DeskOutcome, DeskUpdate } from '../ledger.ts'
import type { Actor } from '../../../shared/approvals/decision.ts'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { isRemoved } from '../orbs/orbs.ts'
import { statement } from '../store/statement.ts'

const updates = statement((slot: { orbId: string }) =>
  query.selectFrom('desk_updates').select(['id', 'state as update']).where('orb_id', '=', slot.orbId).orderBy('id'),
)

const claimClient = statement((slot: { orbId: string; client: number; deviceId: string }) =>
  query
    .insertInto('desk_clients')
    .values({ orb_id: slot.orbId, client: slot.client, device_id: slot.deviceId })
    .onConflict((conflict) =>
      conflict
        .columns(['orb_id', 'client'])
        .doUpdateSet(({ ref }) => ({ device_id: ref('excluded.device_id') }))
        .whereRef('desk_clients.device_id', '=', 'excluded.device_id'),
    ),
)

const writer = statement((slot: { orbId: string; client: number }) =>
  query
    .selectFrom('desk_clients')
    .innerJoin('devices', 'devices.device_id', 'desk_clients.device_id')
    .select([
      'person_id as personId',
      'person_name as personName',
      'devices.device_id as deviceId',
      'device_name as deviceName',
    ])
    .where('orb_id', '=', slot.orbId)
    .where('client', '=', slot.client),
)

const append = statement((slot: { orbId: string; deviceId: string; at: number; update: Uint8Array }) =>
  query
    .insertInto('desk_updates')
    .values({ orb_id: slot.orbId, device_id: slot.deviceId, at: slot.at, state: slot.update })
    .returning('id'),
)

const remove = statement((slot: { orbId: string; upToId: number }) =>
  query.deleteFrom('desk_updates').where('orb_id', '=', slot.orbId).where('id', '<=', slot.upToId),
)

const replace = statement((slot: { orbId: string; id: number; update: Uint8Array }) =>
  query.insertInto('desk_updates').values({ id: slot.id, orb_id: slot.orbId, at: 0, state: slot.update }),
)

/** All updates of a desk, oldest first. Throws `not-found` for an orb that was removed, as do writes. */
export function deskUpdates(op: Operation, orbId: string): DeskUpdate[] {
  refuseRemoved(op, orbId)
  return op.store.all(updates, { orbId })
}

/** Appends one update, where every Yjs client id in it is new to the desk or belongs to this device. */
export function appendDesk(op: Operation, request: DeskAppend): DeskOutcome {
  const { orbId, deviceId, clients, update, at } = request
  refuseRemoved(op, orbId)
  for (const client of clients) {
    if (op.store.run(claimClient, { orbId, client, deviceId }) === 1) continue
    const outcome: DeskOutcome = { outcome: 'foreign-client', client }
    throw new Undo(outcome)
  }
  const kept = op.store.first(append, { orbId, deviceId, update, at })
  return { outcome: 'kept', id: kept?.id ?? 0 }
}

/** Whose a Yjs client id of a desk is; null for one that nobody has used. */
export function deskWriter(op: Operation, orbId: string, client: number): Actor | null {
  return op.store.first(writer, { orbId, client }) ?? null
}

/** Puts one update in the place of all up to an id. Does nothing where there are none. */
export function compactDesk(op: Operation, orbId: string, upToId: number, state: Uint8Array): void {
  if (op.store.run(remove, { orbId, upToId }) > 0) op.store.run(replace, { orbId, id: upToId, update: state })
}

function refuseRemoved(op: Operation, orbId: string): void {
  if (isRemoved(op.store, orbId)) throw new PerigeeError('not-found', 'This orb was removed, and its desk with it.')
}
