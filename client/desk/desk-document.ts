import { IndexeddbPersistence, clearDocument } from 'y-indexeddb'
import * as Y from 'yjs'
import { newId } from '../../shared/ids.ts'
import type { KeptClocks } from './desk-sync.ts'
import { unkeptOf, type Unkept } from './unkept.ts'
import { readLocal, writeLocal } from '../platform/local-storage.ts'

/** Storage that has not answered by then is taken as one that never will: private windows, a damaged profile. */
const STORAGE_MS = 3_000
/** The kept clocks change with every key; on disk they may lag, which only makes more count as not kept. */
const CLOCKS_MS = 300
const CLOCKS = 'kept'

/** One document of a desk, on this device's disk under a name of its own. */
export interface DeskDocument {
  readonly name: string
  readonly doc: Y.Doc
  readonly clocks: KeptClocks
  /** Resolves when what the disk has is in the document. */
  readonly loaded: Promise<void>
  /** To be called when the clocks have moved. */
  clocksMoved(): void
  /** Leaves it as it is on disk. */
  close(): void
}

/**
 * A desk belongs to one device and one ledger: under another identity its Yjs client ids would be somebody else's.
 * A document that the relay refused is followed by one with the next number.
 */
export interface DeskIdentity {
  readonly epoch: string
  readonly deviceId: string
  readonly orbId: string
}

/** The name of the present document. */
export function presentName(identity: DeskIdentity): string {
  return mineOf(identity) + '/' + numberOf(identity)
}

/** Begins the next document under this identity, and returns its name. */
export function nextName(identity: DeskIdentity): string {
  if (writeLocal(mineOf(identity), String(numberOf(identity) + 1))) return presentName(identity)
  // Without storage nothing is on disk that a new name would have to keep away from.
  return mineOf(identity) + '/' + newId()
}

/** Names on disk of earlier documents of this orb's desk, whose unkept texts are to be moved. */
export async function formerNames(identity: DeskIdentity): Promise<string[]> {
  const present = presentName(identity)
  return (await storedNames(identity.orbId)).filter((name) => name !== present)
}

/** Names on disk of all documents of an orb's desk, under whatever identity. */
export async function storedNames(orbId: string): Promise<string[]> {
  // Firefox learned to list them in version 126; before that an earlier desk stays where it is.
  const all = typeof indexedDB.databases === 'function' ? await indexedDB.databases().catch(() => []) : []
  return all
    .map(({ name }) => name ?? '')
    .filter((name) => name.startsWith(PREFIX + '/') && name.split('/')[3] === orbId)
}

/** Opens a document from disk. */
export function openDocument(name: string): DeskDocument {
  const doc = new Y.Doc()
  const clocks: KeptClocks = new Map()
  const stored = new IndexeddbPersistence(name, doc)
  const release = holdName(name)
  let saving: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const readClocks = async (): Promise<void> => {
    for (const [client, clock] of ((await stored.get(CLOCKS)) ?? []) as [number, number][]) {
      clocks.set(client, Math.max(clock, clocks.get(client) ?? 0))
    }
  }
  const save = (): void => {
    saving = undefined
    // Another tab may know of more. Where the disk refuses, more counts as not kept than is true.
    void readClocks()
      .then(() => stored.set(CLOCKS, [...clocks] as never))
      .catch(() => undefined)
  }
  const load = async (): Promise<void> => {
    await stored.whenSynced
    await readClocks()
  }
  const tooLong = new Promise<void>((resolve) => setTimeout(resolve, STORAGE_MS))
  return {
    name,
    doc,
    clocks,
    loaded: Promise.race([load().catch(() => undefined), tooLong]),
    clocksMoved() {
      saving ??= setTimeout(save, CLOCKS_MS)
    },
    close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(saving)
      void stored
        .destroy()
        .catch(() => undefined)
        .then(() => {
          doc.destroy()
          release()
        })
    },
  }
}

/** What a document on disk holds that the relay has not committed. */
export async function unkeptIn(name: string): Promise<Unkept> {
  const document = openDocument(name)
  await document.loaded
  const unkept = unkeptOf(document.doc, document.clocks)
  document.close()
  return unkept
}

/** Removes a document from disk, unless it is in use. */
export async function deleteDocument(name: string): Promise<void> {
  const clear = (): Promise<void> => clearDocument(name).catch(() => undefined)
  if (!('locks' in navigator)) return clear()
  // One that another tab works in stays; the next visit finds it again.
  await navigator.locks.request(name, { ifAvailable: true }, (lock) => (lock === null ? undefined : clear()))
}

/** Shows other tabs that a document is in use. Returns the way to stop. */
function holdName(name: string): () => void {
  if (!('locks' in navigator)) return () => undefined
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void navigator.locks.request(name, { mode: 'shared' }, () => held)
  return () => release()
}

const PREFIX = 'perigee-desk'

function mineOf({ epoch, deviceId, orbId }: DeskIdentity): string {
  return [PREFIX, epoch, deviceId, orbId].join('/')
}

function numberOf(identity: DeskIdentity): number {
  return Number(readLocal(mineOf(identity)) ?? 0)
}
