import { createSignal, untrack } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'

/** What of an entry changes while it grows. */
type Content = Pick<Entry, 'open' | 'body'>

/**
 * An entry on screen: the object stays while its content grows, so that its element stays too. Who reads `open` or
 * `body` is told of changes; all else is plain, for lists of thousands are walked through.
 */
export interface LiveEntry extends Entry {
  /** Takes over what it says now. */
  update(content: Content): void
}

/** An entry as it stands, to be followed from here on. */
export function liveEntry({ position, entryId, runId, kind, at, open, body }: Entry): LiveEntry {
  const [content, setContent] = createSignal<Content>({ open, body })
  return {
    position,
    entryId,
    runId,
    kind,
    at,
    get open() {
      return content().open
    },
    get body() {
      return content().body
    },
    update: (now) => void setContent({ open: now.open, body: now.body }),
  }
}

/** What a live entry says now, as data that can be kept. */
export function plainEntry(entry: Entry): Entry {
  const { position, entryId, runId, kind, at } = entry
  return untrack(() => ({ position, entryId, runId, kind, at, open: entry.open, body: entry.body }))
}

/** These entries, each as the known object of its id where there is one: that one says what it says now. */
export function liveEntries(entries: readonly Entry[], known: readonly LiveEntry[]): LiveEntry[] {
  const byId = new Map(known.map((entry) => [entry.entryId, entry]))
  return entries.map((entry) => {
    const mine = byId.get(entry.entryId)
    if (mine === undefined) return liveEntry(entry)
    // A whole tail comes with every connection, and mostly says what is there.
    if (mine !== entry && !untrack(() => saysTheSame(mine, entry))) mine.update(entry)
    return mine
  })
}

function saysTheSame(one: Content, other: Content): boolean {
  return one.open === other.open && JSON.stringify(one.body) === JSON.stringify(other.body)
}
