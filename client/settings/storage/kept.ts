/** What a database of this app is for, told by its name. */
export type KeptKind = 'seen' | 'drafts' | 'unsent' | 'answers' | 'aside' | 'shared' | 'key' | 'choices' | 'other'

/** One kind of thing that this browser keeps: how many, and about how many bytes. */
export interface Kept {
  readonly kind: KeptKind
  readonly items: number
  readonly bytes: number
}

/** What the browser says of this app's storage; null where it does not say. */
export interface Room {
  readonly used: number | null
  readonly quota: number | null
  /** False: the browser may clear it by itself when the disk is full. */
  readonly persisted: boolean | null
}

/** What all comes back from the relay. */
const SEEN = ['perigee-snapshots', 'perigee-seen-files']

const KINDS: readonly [RegExp, KeptKind][] = [
  [new RegExp(`^(?:${SEEN.join('|')})`), 'seen'],
  [/^perigee-desk/, 'drafts'],
  [/^perigee-(?:outbox|attachments)/, 'unsent'],
  [/^perigee-kept/, 'answers'],
  [/^perigee-shared/, 'shared'],
  [/^perigee-(?:set-aside|late-edits)/, 'aside'],
  [/^perigee-device/, 'key'],
]

/** Counts everything that this app keeps. Rejects where the browser refuses storage. */
export async function measureKept(): Promise<Kept[]> {
  const totals = new Map<KeptKind, Kept>()
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue
    const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
    const before = totals.get(kind) ?? { kind, items: 0, bytes: 0 }
    const found = await measure(name)
    totals.set(kind, { kind, items: before.items + found.items, bytes: before.bytes + found.bytes })
  }
  totals.set('choices', measureChoices())
  return [...totals.values()].filter(({ items }) => items > 0).toSorted((one, other) => other.bytes - one.bytes)
}

/** What the browser gives this app, and whether it keeps its word. */
export async function measureRoom(): Promise<Room> {
  const storage = navigator.storage as StorageManager | undefined
  const estimate = await storage?.estimate?.().catch(() => undefined)
  const persisted = await storage?.persisted?.().catch(() => undefined)
  return { used: estimate?.usage ?? null, quota: estimate?.quota ?? null, persisted: persisted ?? null }
}

/** Asks the browser not to clear this app's storage by itself. True where it agreed. */
export async function askToPersist(): Promise<boolean> {
  return (await navigator.storage?.persist?.().catch(() => false)) ?? false
}

/** Forgets what was seen of orbs and threads: all of it comes back from the relay. Nothing that was written is touched. */
export async function forgetSeen(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    if (!SEEN.includes(name)) continue
    const database = await open(name)
    await Promise.all(
      [...database.objectStoreNames].map((store) =>
        finished(database.transaction(store, 'readwrite').objectStore(store).clear()),
      ),
    )
    database.close()
  }
}

/** What is kept outside databases: in UTF-16, as the browser counts it. */
function measureChoices(): Kept {
  const entries = Object.entries(localStorage) as [string, string][]
  const bytes = entries.reduce((sum, [key, value]) => sum + 2 * (key.length + value.length), 0)
  return { kind: 'choices', items: entries.length, bytes }
}

async function measure(name: string): Promise<{ items: number; bytes: number }> {
  const database = await open(name)
  let items = 0
  let bytes = 0
  for (const store of database.objectStoreNames) {
    const values: unknown[] = await finished(database.transaction(store, 'readonly').objectStore(store).getAll())
    items += values.length
    for (const value of values) bytes += sizeOf(value)
  }
  database.close()
  return { items, bytes }
}

/** About what a value takes: its bytes, or those of its JSON. */
function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength
  if (value instanceof Blob) return value.size
  const blobs = typeof value === 'object' && value !== null ? Object.values(value).flat().filter(isBlob) : []
  return (JSON.stringify(value)?.length ?? 0) + blobs.reduce((sum, { size }) => sum + size, 0)
}

function isBlob(value: unknown): value is Blob {
  return value instanceof Blob
}

function open(name: string): Promise<IDBDatabase> {
  return finished(indexedDB.open(name))
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException('not read'))
  })
}
