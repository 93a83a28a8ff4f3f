import type * as Y from 'yjs'
import { roomBytes } from './json-size.ts'

/**
 * Flat JSON values under keys, as a Y.Map of a room mirrors them. Values replace what was there.
 * A difference in nothing but `mayWait` (times, counts) is written when the room settles: each write is an item that
 * stays in the document for the rest of its life.
 */
export class KeyedMap<T extends object> {
  readonly #values = new Map<string, T>()
  readonly #touched = new Set<string>()
  readonly #mayWait: readonly string[]

  constructor(mayWait: readonly (keyof T & string)[] = []) {
    this.#mayWait = mayWait
  }

  /** All values, in the order in which their keys came. */
  get values(): ReadonlyMap<string, T> {
    return this.#values
  }

  /** Puts a value under a key. One that a room cannot hold is left out. */
  set(key: string, value: T): void {
    if (roomBytes(value) === null) return
    this.#values.set(key, value)
    this.#touched.add(key)
  }

  /** Takes a key away. */
  delete(key: string): void {
    if (this.#values.delete(key)) this.#touched.add(key)
  }

  /** Keeps all that do not match, and the newest `count` of those that do. */
  keepNewest(count: number, matches: (value: T) => boolean, age: (value: T) => number): void {
    const found = [...this.#values].filter(([, value]) => matches(value))
    if (found.length <= count) return
    found.sort(([, a], [, b]) => age(b) - age(a))
    for (const [key] of found.slice(count)) this.delete(key)
  }

  /** Writes what differs; true when something was left for the settling. */
  write(map: Y.Map<unknown>, settle: boolean): boolean {
    for (const key of this.#touched) {
      const value = this.#values.get(key)
      const before = map.get(key)
      if (value === undefined) {
        if (map.has(key)) map.delete(key)
      } else if (before !== undefined && isSame(before, value, [])) {
        // Nothing to say.
      } else if (settle || before === undefined || !isSame(before, value, this.#mayWait)) map.set(key, value)
      else continue
      this.#touched.delete(key)
    }
    return this.#touched.size > 0
  }
}

function isSame(a: unknown, b: unknown, but: readonly string[]): boolean {
  return textWithout(a, but) === textWithout(b, but)
}

/** Views come from one place, which writes their members in one order: their text tells whether they are the same. */
function textWithout(value: unknown, keys: readonly string[]): string {
  return JSON.stringify(value, (key: string, member: unknown) => (keys.includes(key) ? undefined : member))
}
