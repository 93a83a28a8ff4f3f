import { readLocalJson, writeLocal } from '../platform/local-storage.ts'

/** Where this device's reader last was in each thread: thread ids with positions, the newest last. */
const KEY = 'perigee-reading-places'
/** Threads that are remembered; nobody comes back to more. */
const MOST_THREADS = 200

/** The newest position of a thread that was read on this device; null where none was. */
export function readingPlace(threadId: string): number | null {
  return read().find(([id]) => id === threadId)?.[1] ?? null
}

/** Remembers how far a thread was read. It never goes back. */
export function rememberPlace(threadId: string, position: number): void {
  const places = read()
  const before = places.find(([id]) => id === threadId)?.[1] ?? 0
  if (position <= before) return
  const others = places.filter(([id]) => id !== threadId).slice(-MOST_THREADS + 1)
  // Without storage there is no marker; nothing else is lost.
  writeLocal(KEY, JSON.stringify([...others, [threadId, position]]))
}

type Place = readonly [threadId: string, position: number]

function read(): readonly Place[] {
  const parsed = readLocalJson(KEY)
  return Array.isArray(parsed) ? parsed.filter(isPlace) : []
}

function isPlace(value: unknown): value is Place {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number'
}
