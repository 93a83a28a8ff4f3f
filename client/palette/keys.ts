import { readLocal, writeLocal } from '../platform/local-storage.ts'

/** What a key asks for, wherever the focus is. `go`: the first of two keys that lead somewhere. */
export type KeyWish = 'palette' | 'help' | 'go' | 'fleet' | 'inbox' | 'search' | 'settings'

/** A key as the browser tells it, and where it was pressed. */
export interface PressedKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  /** The focus is in something that one writes in, or a dialog is open. */
  readonly isTaken: boolean
}

const PLACES: Readonly<Record<string, KeyWish>> = { f: 'fleet', i: 'inbox', s: 'settings' }

/**
 * What a key asks for, or null. `after`: the wish of the key before, where it came a moment ago. Keys without Ctrl
 * or ⌘ count only while nobody writes, and only where `singles` are wanted: speech input types them by accident.
 */
export function wishOf(pressed: PressedKey, after: KeyWish | null, singles: boolean): KeyWish | null {
  const { key, ctrlKey, metaKey, altKey, isTaken } = pressed
  if (altKey) return null
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' ? 'palette' : null
  if (isTaken || !singles) return null
  if (key === '?') return 'help'
  if (key === '/') return 'search'
  if (after === 'go') return PLACES[key] ?? null
  return key === 'g' ? 'go' : null
}

const SINGLES_KEY = 'perigee:single-keys'

/** Whether keys without Ctrl or ⌘ are wanted on this device; they are until somebody says no. */
export function wantsSingles(): boolean {
  return readLocal(SINGLES_KEY) !== 'off'
}

/** Remembers whether keys without Ctrl or ⌘ are wanted, where storage allows. */
export function chooseSingles(wanted: boolean): void {
  writeLocal(SINGLES_KEY, wanted ? null : 'off')
}
