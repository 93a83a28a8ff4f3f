import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { continuationOf, type Roster } from '../../shared/devices/roster.ts'
import { identityStore } from './identity-store.ts'

/** The roster that this device believes: the hash of its first entry, and the newest entry that was checked here. */
export interface Pin {
  readonly founding: string
  /** Null until this device has checked a whole roster itself: only owners can read it. */
  readonly seen: { readonly version: number; readonly hash: string } | null
}

const store = identityStore<{ pin: Pin }>()

/** Pins a roster at pairing. Another one is never believed by this device until it is paired anew. */
export async function pinFounding(founding: string): Promise<void> {
  await store.set('pin', { founding, seen: null })
}

/** Remembers how far a roster has been checked. */
export async function pinSeen({ founding, version, hash }: Roster): Promise<void> {
  await store.set('pin', { founding, seen: { version, hash } })
}

/** What is pinned, or null before the first pairing. */
export async function pinnedRoster(): Promise<Pin | null> {
  return (await store.get('pin')) ?? null
}

/** Lets the pin go, with the key. */
export async function forgetPin(): Promise<void> {
  await store.del('pin')
}

/** Whether a roster goes on from what is pinned, or how it does not. */
export type PinStanding =
  | 'goes-on'
  /** It begins with another first owner. */
  | 'other'
  /** It lacks entries that were there. */
  | 'behind'
  /** It has others in their place. */
  | 'forked'

/** Holds a folded roster against the pin. */
export async function standingOfPin(pin: Pin, roster: Roster, entries: readonly RosterEntry[]): Promise<PinStanding> {
  if (roster.founding !== pin.founding) return 'other'
  if (pin.seen === null) return 'goes-on'
  return continuationOf(entries, pin.seen)
}
