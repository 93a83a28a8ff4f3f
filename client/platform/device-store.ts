import { createStore, type UseStore } from 'idb-keyval'

/** A store of this device by its two names, opened at first use: where storage is refused, only the use fails. */
export function deviceStore(database: string, table: string): () => UseStore {
  let store: UseStore | undefined
  return () => (store ??= createStore(database, table))
}
