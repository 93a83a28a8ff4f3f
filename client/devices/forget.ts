import { forgetDeviceKey } from './device-key.ts'
import { forgetPin } from './pin.ts'

/** Every database of this app by its name: for browsers that do not list them. */
const DATABASES = [
  'perigee-device',
  'perigee-snapshots',
  'perigee-outbox',
  'perigee-set-aside',
  'perigee-late-edits',
  'perigee-shared',
  'perigee-attachments',
  'perigee-seen-files',
  'perigee-kept',
] as const

/** A database that something still holds open is emptied already; its removal is not waited for longer. */
const REMOVAL_MS = 500

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('perigee-device')

/** Calls back when another tab of this browser signs out or clears what it kept. */
export function onForgotten(listener: () => void): void {
  channel?.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.data === 'forgotten') listener()
  })
}

/**
 * Clears what this browser keeps of the relay: the key first, then every database, what it remembers by name, the
 * shell's caches and its worker. Other tabs are told before, so that they write nothing anew. Never throws.
 */
export async function forgetEverything(): Promise<void> {
  channel?.postMessage('forgotten')
  await Promise.allSettled([forgetDeviceKey(), forgetPin()])
  await Promise.allSettled([...(await databaseNames()).map(removeDatabase), removeCaches(), removeWorkers()])
  for (const storage of storages()) storage.clear()
}

async function databaseNames(): Promise<readonly string[]> {
  const listed = await indexedDB.databases?.().catch(() => [])
  const names = (listed ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]))
  return [...new Set([...DATABASES, ...names])]
}

/** Emptied first: a removal waits for every connection, and with the page it may be dropped. */
async function removeDatabase(name: string): Promise<void> {
  await emptyDatabase(name).catch(() => undefined)
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    request.onsuccess = () => resolve()
    request.onerror = () => resolve()
    setTimeout(resolve, REMOVAL_MS)
  })
}

async function emptyDatabase(name: string): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('not opened'))
  })
  const stores = [...database.objectStoreNames]
  if (stores.length > 0) {
    await new Promise<void>((resolve) => {
      const transaction = database.transaction(stores, 'readwrite')
      for (const store of stores) transaction.objectStore(store).clear()
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => resolve()
    })
  }
  database.close()
}

async function removeCaches(): Promise<void> {
  if (!('caches' in globalThis)) return
  for (const name of await caches.keys()) await caches.delete(name)
}

async function removeWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

function storages(): readonly Storage[] {
  try {
    return [localStorage, sessionStorage]
  } catch {
    return []
  }
}
