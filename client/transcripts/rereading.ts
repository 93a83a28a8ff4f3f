import type { Entry } from '../../shared/transcripts/transcript.ts'

/** Between two looks at entries that the tail no longer follows. */
const LOOK_MS = 2_000
/** A look reads at most this many pages; an agent that leaves more entries open is read over several looks. */
const MOST_PAGES = 5

/** What re-reading works on. */
export interface RereadingContext {
  /** The entries on screen, by rising position. */
  list(): readonly Entry[]
  /** The ids of the entries that the room follows. */
  followed(): ReadonlySet<string>
  /** The entries before a position, oldest first. */
  page(before: number): Promise<Entry[]>
  /** Takes over what was read. */
  apply(entries: readonly Entry[]): void
}

/** Keeps entries true that were open when they left the tail: the room tells of them no more. */
export interface Rereading {
  /** Entries came or left. */
  tailChanged(): void
  /** Something was written to the thread: it may have been to one of them. */
  threadMoved(): void
  stop(): void
}

/** Begins with nothing to re-read. */
export function createRereading(context: RereadingContext): Rereading {
  let left: ReadonlySet<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function plan(): void {
    if (isStopped || left.size === 0) return
    timer ??= setTimeout(() => {
      void look()
        // The next movement of the thread tries again.
        .catch(() => undefined)
        .finally(() => (timer = undefined))
    }, LOOK_MS)
  }

  async function look(): Promise<void> {
    let before = Infinity
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const limit = before
      const newest = context.list().findLast((entry) => left.has(entry.entryId) && entry.position < limit)
      if (newest === undefined || isStopped) return
      const read = await context.page(newest.position + 1)
      if (isStopped) return
      const fresh = read.filter((entry) => left.has(entry.entryId))
      context.apply(fresh)
      left = new Set([...left].filter((id) => !fresh.some((entry) => entry.entryId === id && !entry.open)))
      before = read[0]?.position ?? 0
    }
  }

  return {
    tailChanged() {
      const open = context.list().filter((entry) => entry.open)
      if (open.length === 0) {
        left = new Set()
        return
      }
      const followed = context.followed()
      left = new Set(open.filter((entry) => !followed.has(entry.entryId)).map((entry) => entry.entryId))
      plan()
    },
    threadMoved: plan,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
