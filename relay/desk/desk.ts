import * as Y from 'yjs'
import { getState } from 'yjs'
import type { Logger } from 'pino'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { Rosters } from '../devices/rosters.ts'
import type { DeviceRow, Ledger } from '../ledger/ledger.ts'
import { inspectUpdate } from './inspect-update.ts'

/** Rows of a desk's log after which it is replaced by one: loading costs about as much as 100 small updates. */
const COMPACT_AFTER_ROWS = 100

/** What desks need from the rest of the relay. */
export interface DeskContext {
  readonly ledger: Ledger
  readonly log: Logger
  readonly rosters: Pick<Rosters, 'present' | 'grantsOf' | 'entriesAfter'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** What became of a write. */
export type DeskWrite =
  | {
      readonly outcome: 'kept'
      /** What the write changed, to be passed on; null where nothing was new. */
      readonly change: Uint8Array | null
      /** For every Yjs client id in the write: up to which clock (exclusive) it is committed. */
      readonly clocks: ReadonlyMap<number, number>
    }
  | { readonly outcome: 'malformed' | 'incomplete' | 'foreign-client' | 'too-large' }

/**
 * The document of one desk: primary data of its people, of which the relay never writes a letter. Everything that
 * touches it runs in one line, so whoever reads it inside that line sees committed state only.
 */
export class Desk {
  readonly orbId: string
  readonly #ledger: Ledger
  readonly #log: Logger
  readonly #now: () => number
  #line: Promise<unknown> = Promise.resolve()
  #inLine = 0
  #doc: Y.Doc | null = null
  #rows = 0
  #lastRow = 0
  /** At least the size of the compacted state. */
  #bytes = 0

  constructor(orbId: string, { ledger, log, now }: DeskContext) {
    this.orbId = orbId
    this.#ledger = ledger
    this.#log = log
    this.#now = now
  }

  /**
   * Runs `job` with the document, after everything that was asked for before. When it throws, the document is
   * forgotten and made anew from the ledger for the next one.
   */
  run<T>(job: (doc: Y.Doc) => T | Promise<T>): Promise<T> {
    this.#inLine++
    const result = this.#line.then(async () => {
      try {
        this.#doc ??= await this.#load()
        return await job(this.#doc)
      } catch (error) {
        this.#drop()
        throw error
      } finally {
        this.#inLine--
      }
    })
    this.#line = result.catch(() => undefined)
    return result
  }

  /**
   * Takes one update of a device: judged, committed, and only then told. `tell` runs before anything else touches the
   * desk, so that a newcomer gets a change either in its answer or after it.
   */
  write(update: Uint8Array, device: DeviceRow, tell: (result: DeskWrite) => void): Promise<void> {
    return this.run(async (doc) => tell(await this.#write(doc, update, device)))
  }

  /** Nothing is under way. */
  get idle(): boolean {
    return this.#inLine === 0
  }

  /** Lets the document go from memory, once what is under way is done. */
  async forget(): Promise<void> {
    this.#line = this.#line.then(() => this.#drop())
    await this.#line
  }

  async #write(doc: Y.Doc, update: Uint8Array, device: DeviceRow): Promise<DeskWrite> {
    const facts = inspectUpdate(update, doc)
    if (facts === null) return { outcome: 'malformed' }
    if (!facts.complete) return { outcome: 'incomplete' }
    // Applied first, since only Yjs itself can say what it makes of it; nobody sees it before the commit.
    const change = apply(doc, update)
    const refused = this.#refusal(doc, change)
    if (refused !== null) return this.#undo(refused)
    if (change.update !== null) {
      const outcome = await this.#ledger.appendDesk({
        orbId: this.orbId,
        deviceId: device.deviceId,
        clients: facts.fresh,
        update: change.update,
        at: this.#now(),
      })
      if (outcome.outcome !== 'kept') return this.#undo(outcome.outcome)
      this.#rows++
      this.#lastRow = outcome.id
      await this.#compact(doc)
    }
    const clocks = new Map(facts.clients.map((client) => [client, getState(doc.store, client)]))
    return { outcome: 'kept', change: change.update, clocks }
  }

  #refusal(doc: Y.Doc, change: Applied): 'malformed' | 'incomplete' | 'too-large' | null {
    if (change.failed) return 'malformed'
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) return 'incomplete'
    this.#bytes += change.update?.byteLength ?? 0
    // Sizes of updates add up to more than the compacted state: it is measured only when the sum is over the limit.
    if (this.#bytes > LIMITS.deskBytes) this.#bytes = Y.encodeStateAsUpdate(doc).byteLength
    return this.#bytes > LIMITS.deskBytes ? 'too-large' : null
  }

  #undo(outcome: Exclude<DeskWrite['outcome'], 'kept'>): DeskWrite {
    this.#drop()
    return { outcome }
  }

  async #load(): Promise<Y.Doc> {
    const doc = new Y.Doc()
    const rows = await this.#ledger.deskUpdates(this.orbId)
    if (rows.length === 0 && (await this.#ledger.orb(this.orbId)) === null) {
      throw new PerigeeError('not-found', 'There is no such orb, so it has no desk.')
    }
    doc.transact(() => {
      for (const row of rows) Y.applyUpdate(doc, row.update)
    })
    this.#rows = rows.length
    this.#lastRow = rows.at(-1)?.id ?? 0
    this.#bytes = rows.reduce((sum, row) => sum + row.update.byteLength, 0)
    await this.#compact(doc)
    return doc
  }

  async #compact(doc: Y.Doc): Promise<void> {
    if (this.#rows <= COMPACT_AFTER_ROWS) return
    const state = Y.encodeStateAsUpdate(doc)
    try {
      await this.#ledger.compactDesk(this.orbId, this.#lastRow, state)
      this.#rows = 1
      this.#bytes = state.byteLength
    } catch (error) {
      // The log is whole without it, and what was just committed must still be told.
      this.#log.warn({ err: error, orbId: this.orbId }, 'a desk could not be compacted')
    }
  }

  #drop(): void {
    this.#doc?.destroy()
    this.#doc = null
  }
}

interface Applied {
  readonly update: Uint8Array | null
  readonly failed: boolean
}

/** Applies an update and returns what it changed, as Yjs encodes it anew: never more than was new. */
function apply(doc: Y.Doc, update: Uint8Array): Applied {
  let changed: Uint8Array | null = null
  const note = (made: Uint8Array): void => {
    changed = made
  }
  doc.on('update', note)
  try {
    Y.applyUpdate(doc, update)
    return { update: changed, failed: false }
  } catch {
    return { update: null, failed: true }
  } finally {
    doc.off('update', note)
  }
}
