import { newId } from '../../shared/ids.ts'
import { query } from './dialect/open.ts'
import { statement } from './store/statement.ts'
import type { Store } from './store/store.ts'

const begin = statement((slot: { epoch: string }) =>
  query
    .insertInto('ledger_meta')
    .values({ name: 'epoch', value: slot.epoch })
    .onConflict((conflict) => conflict.doNothing()),
)

const renew = statement((slot: { epoch: string }) =>
  query.updateTable('ledger_meta').set({ value: slot.epoch }).where('name', '=', 'epoch'),
)

const read = statement((_: object) =>
  query.selectFrom('ledger_meta').select('value').where('name', '=', 'epoch').limit(1),
)

/** The ledger's epoch. A new ledger gets one; a restored one has to get another, so that old cursors are void. */
export function epochOf(store: Store, restored: boolean): string {
  store.run(begin, { epoch: newId() })
  if (restored) store.run(renew, { epoch: newId() })
  const row = store.first(read, {})
  if (row === undefined) throw new TypeError('A ledger without an epoch')
  return row.value
}
