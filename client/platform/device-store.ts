import type { UseStore } from 'idb-keyval'

/**
 * A store of this device by its two names, opened at first use: where storage is refused, only the use fails. It lets
 * go of its database when another tab or a sign-out wants to remove it.
 */
export function deviceStore(database: string, table: string): () => UseStore {
  let opened: Promise<IDBDatabase> | undefined
  const open = (): Promise<IDBDatabase> => {
    opened ??= openDatabase(database, table, () => (opened = undefined)).catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
  const use: UseStore = async (mode, callback) => callback((await open()).transaction(table, mode).objectStore(table))
  return () => use
}

function openDatabase(name: string, table: string, gone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.result.createObjectStore(table)
    request.onerror = () => reject(request.error ?? new DOMException('not opened'))
    request.onsuccess = () => {
      const database = request.result
      // Safari closes connections of its own accord.
      database.onclose = gone
      database.onversionchange = () => {
        database.close()
        gone()
      }
      resolve(database)
    }
  })
}
