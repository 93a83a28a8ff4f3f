import { createSignal, type Accessor } from 'solid-js'
import { readLocal, readLocalJson, writeLocal } from '../platform/local-storage.ts'

/** How the fleet is divided below what waits. */
export type FleetOrder = 'state' | 'project'

const ORDER_KEY = 'perigee:fleet-order'
const SEEN_KEY = 'perigee:fleet-seen'

/** "Since yesterday": what ended while one slept is news for a device that has not looked at anything yet. */
const NEWS_MS = 36 * 60 * 60_000

/** The choice of this device, remembered where its storage allows. */
export function createFleetOrder(): [Accessor<FleetOrder>, (order: FleetOrder) => void] {
  const [order, setOrder] = createSignal<FleetOrder>(readLocal(ORDER_KEY) === 'project' ? 'project' : 'state')
  return [
    order,
    (next) => {
      setOrder(next)
      writeLocal(ORDER_KEY, next)
    },
  ]
}

/** Up to when this device has looked at each orb. */
export interface Looked {
  /** ms since the epoch: runs of this orb that ended later are news. */
  at(orbId: string): number
  /** Somebody has the orb on screen, or has put away the news of it. */
  look(orbId: string, at: number): void
}

interface Seen {
  /** For orbs that were never looked at. */
  readonly from: number
  readonly orbs: Readonly<Record<string, number>>
}

/** What this device has looked at, remembered where its storage allows; forgotten for orbs that `isKnown` denies. */
export function createLooked(isKnown: (orbId: string) => boolean): Looked {
  const [seen, setSeen] = createSignal(storedSeen())
  return {
    at: (orbId) => seen().orbs[orbId] ?? seen().from,
    look(orbId, at) {
      if (at <= (seen().orbs[orbId] ?? 0)) return
      const kept = Object.entries(seen().orbs).filter(([id]) => isKnown(id))
      const next = { from: seen().from, orbs: { ...Object.fromEntries(kept), [orbId]: at } }
      setSeen(next)
      writeLocal(SEEN_KEY, JSON.stringify(next))
    },
  }
}

function storedSeen(): Seen {
  const stored = readLocalJson(SEEN_KEY)
  if (isSeen(stored)) return stored
  const begun = { from: Date.now() - NEWS_MS, orbs: {} }
  writeLocal(SEEN_KEY, JSON.stringify(begun))
  return begun
}

function isSeen(value: unknown): value is Seen {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('orbs' in value)) return false
  const { from, orbs } = value
  if (typeof from !== 'number' || typeof orbs !== 'object' || orbs === null) return false
  return Object.values(orbs).every((at) => typeof at === 'number')
}
