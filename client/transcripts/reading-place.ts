import { createEffect, onCleanup } from 'solid-js'
import { readingPlace, rememberPlace } from './reading-places.ts'
import type { ThreadStore } from './thread-store.ts'

/** How far a thread was read before, and how far it is now. */
export interface ReadingPlace {
  /** The newest position read when the thread was opened; null at the first time. */
  readonly at: number | null
  /** Whether the reader is at the end: what stands there has been read. */
  atEnd(isAtEnd: boolean): void
}

/** Writing for each word that streams would be waste. */
const SETTLED_MS = 1_000

/** Remembers how far this device's reader has come in a thread, until the owner is disposed of. */
export function createReadingPlace(thread: ThreadStore, threadId: string): ReadingPlace {
  const at = readingPlace(threadId)
  let isAtEnd = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (): void => {
    timer = undefined
    const newest = thread.entries.at(-1)?.position
    if (isAtEnd && newest !== undefined && document.visibilityState === 'visible') rememberPlace(threadId, newest)
  }
  const plan = (): void => {
    timer ??= setTimeout(write, SETTLED_MS)
  }
  createEffect(() => {
    if (thread.entries.length > 0) plan()
  })
  onCleanup(() => {
    clearTimeout(timer)
    write()
  })
  return {
    at,
    atEnd(now) {
      isAtEnd = now
      plan()
    },
  }
}
