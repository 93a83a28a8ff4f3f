import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Store } from '../store/store.ts'

/** How often the disk is asked for its free bytes while there is room, in milliseconds. */
const LOOK_EVERY_MS = 250

/** The bounds of a ledger's file. */
export interface SpaceOptions {
  readonly file: string
  /** The file may not grow over this; null: no bound of its own. */
  readonly maxBytes: number | null
  /** New events are refused where the disk has less than this left. */
  readonly minFreeBytes: number
}

/**
 * Knows whether there is room. Events are refused a little before everything is full, so that decisions, commands and
 * sign-ins still find room; those fail only when SQLite itself cannot go on.
 */
export class Space {
  readonly #store: Store
  readonly #options: SpaceOptions
  readonly #pageBytes: number
  #failed = false
  #refused = false
  #disk = { low: false, lookedAt: -Infinity }

  constructor(store: Store, options: SpaceOptions) {
    this.#store = store
    this.#options = options
    this.#pageBytes = store.number('page_size')
    if (options.maxBytes !== null) store.number('max_page_count = ' + Math.floor(options.maxBytes / this.#pageBytes))
  }

  /** True where new events have to wait. */
  refusesEvents(): boolean {
    return this.#failed || this.#fileIsLong() || this.#diskIsLow()
  }

  /** Events were refused: whoever sent them waits to be told that there is room. */
  refused(): void {
    this.#refused = true
  }

  /** True where events were refused since this was last asked. */
  takeRefused(): boolean {
    const refused = this.#refused
    this.#refused = false
    return refused
  }

  /** True from a failed write until one went through. */
  get hasFailed(): boolean {
    return this.#failed
  }

  /** SQLite said that it cannot store: events are refused until `recovered`. */
  failed(): void {
    this.#failed = true
  }

  /** A write went through again. */
  recovered(): void {
    this.#failed = false
  }

  /** The bytes of the file that hold something. */
  usedBytes(): number {
    return (this.#store.number('page_count') - this.#store.number('freelist_count')) * this.#pageBytes
  }

  #fileIsLong(): boolean {
    const { maxBytes } = this.#options
    if (maxBytes === null) return false
    // A sixteenth, at most 16 MiB, is kept for what is small and matters more than one more event.
    return this.usedBytes() > maxBytes - Math.min(maxBytes / 16, 16 * 1024 * 1024)
  }

  #diskIsLow(): boolean {
    const now = performance.now()
    if (now - this.#disk.lookedAt < LOOK_EVERY_MS) return this.#disk.low
    const { bavail, bsize } = statfsSync(dirname(this.#options.file))
    this.#disk = { low: bavail * bsize < this.#options.minFreeBytes, lookedAt: now }
    return this.#disk.low
  }
}
