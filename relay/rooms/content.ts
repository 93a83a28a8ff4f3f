import type * as Y from 'yjs'
import type { Change } from '../ledger/ledger.ts'
import type { Topic } from './feed.ts'

/**
 * What is left after a write. `later`: facts that may wait for the next settling, such as times of activity.
 * `more`: something that needs another write at once.
 */
export type Left = 'nothing' | 'later' | 'more'

/** What one kind of projection shows: it keeps what the document must say, and writes the difference. */
export interface RoomContent {
  /** What of the feed it shows. */
  readonly topics: readonly Topic[]
  /** Fetches a snapshot from the ledger; false where there is no such room. */
  load(): Promise<boolean>
  /** Counts one committed change. One that the snapshot holds already changes nothing in the end. */
  stage(change: Change): void
  /** Writes what is new, inside a transaction. Facts that may wait are only written when `settle` is true. */
  write(doc: Y.Doc, settle: boolean): Left
}

/** Sets a key where its value differs, so that an unchanged fact costs viewers nothing. */
export function setFact(map: Y.Map<unknown>, key: string, value: string | number | boolean | null): void {
  if (!map.has(key) || map.get(key) !== value) map.set(key, value)
}
