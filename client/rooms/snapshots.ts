import { clear, del, get, getMany, keys, promisifyRequest } from 'idb-keyval'
import { untrack } from 'solid-js'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { RoomMeta } from '../../shared/rooms/content.ts'
import type { RoomKind } from '../../shared/rooms/names.ts'
import { onForgotten } from '../devices/forget.ts'
import { knownSession } from '../devices/session.ts'
import { deviceStore } from '../platform/device-store.ts'
import type { RoomStatus } from './room-status.ts'

/** What was last seen of a room: plain JSON, with the relay's clock at its newest change. */
export interface Snapshot<T> {
  readonly asOf: number
  readonly data: T
}

/** At most this many rooms are remembered; the ones seen longest ago go first. */
const ROOMS = 60

const snapshots = deviceStore('perigee-snapshots', 'rooms')

/** Reads under way that nobody has asked for yet, by key. */
const ahead = new Map<string, Promise<Snapshot<unknown> | null>>()

// Another tab has emptied this database, perhaps before a write of this one: nothing of that shall be left.
onForgotten(() => {
  ahead.clear()
  void clear(snapshots()).catch(() => undefined)
})

/**
 * Begins to read a room's snapshot before the page that shows it is there: the next {@link loadSnapshot} of it takes
 * what has come. Done when it has; never rejects.
 */
export async function readAhead(epoch: string, room: string): Promise<void> {
  const reading = readSnapshot(epoch, room)
  ahead.set(epoch + '/' + room, reading)
  await reading
}

/** The last snapshot of a room in this epoch, or null. A storage that fails is a cache that is empty. */
export function loadSnapshot<T>(epoch: string, room: string): Promise<Snapshot<T> | null> {
  const key = epoch + '/' + room
  const begun = ahead.get(key)
  ahead.delete(key)
  // What was written under a key is what its readers name: one room has one kind of content.
  return (begun as Promise<Snapshot<T> | null> | undefined) ?? readSnapshot<T>(epoch, room)
}

async function readSnapshot<T>(epoch: string, room: string): Promise<Snapshot<T> | null> {
  try {
    return (await get<Snapshot<T>>(epoch + '/' + room, snapshots())) ?? null
  } catch {
    return null
  }
}

/** The last snapshots of all rooms of a kind in this epoch. */
export async function seenSnapshots<T>(epoch: string, kind: RoomKind): Promise<readonly Snapshot<T>[]> {
  try {
    const wanted = (await keys<string>(snapshots())).filter((key) => key.startsWith(`${epoch}/${kind}:`))
    const found = await getMany<Snapshot<T> | undefined>(wanted, snapshots())
    return found.filter((snapshot) => snapshot !== undefined)
  } catch {
    return []
  }
}

/** What a room says of itself while all that is known of it is a snapshot. */
export function metaOfSnapshot(epoch: string, snapshot: Snapshot<unknown>): RoomMeta {
  return { epoch, incarnation: 0, asOf: snapshot.asOf, storageFull: false }
}

/** Remembers a room, unless this device has been signed out. Failing is harmless: it is only a cache. */
export async function saveSnapshot<T>(epoch: string, room: string, snapshot: Snapshot<T>): Promise<void> {
  try {
    if (isSignedOut()) return
    ahead.delete(epoch + '/' + room)
    await snapshots()('readwrite', (table) => {
      table.put(snapshot, epoch + '/' + room)
      // A page that is being left may not live to see the request answered, after which it would commit by itself.
      table.transaction.commit()
      return promisifyRequest(table.transaction)
    })
    // A look at a database that a sign-out has removed would make it anew.
    if (isSignedOut()) return
    const known = await keys<string>(snapshots())
    if (known.length > ROOMS) await forgetOldest(known)
  } catch {
    // Private windows and full disks refuse storage; the live room does not depend on it.
  }
}

/** Forgets what was seen of a room that is gone, or is not shared with this person any more. */
export async function forgetRefused(epoch: string, room: string, status: RoomStatus): Promise<void> {
  if (status.state !== 'refused') return
  if (status.code !== CLOSE.forbidden.code && status.code !== CLOSE.notFound.code) return
  await del(epoch + '/' + room, snapshots()).catch(() => undefined)
}

function isSignedOut(): boolean {
  return untrack(knownSession) === null
}

async function forgetOldest(known: readonly string[]): Promise<void> {
  const aged = await Promise.all(
    known.map(async (key) => ({ key, asOf: (await get<Snapshot<unknown>>(key, snapshots()))?.asOf ?? 0 })),
  )
  aged.sort((a, b) => a.asOf - b.asOf)
  for (const { key } of aged.slice(0, known.length - ROOMS)) await del(key, snapshots())
}
