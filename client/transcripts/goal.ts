import { createEffect, createSignal, on, type Accessor } from 'solid-js'
import type { ThreadStore } from './thread-store.ts'
import type { Goal } from './transcript-list.tsx'
import { transcriptWords } from './words.ts'

/** The entry that the address leads to. */
export interface LinkedEntry {
  readonly entry: Accessor<Goal | null>
  /** What became of it, for everybody who does not see the page move; empty before, and after a while. */
  readonly said: Accessor<string>
}

/** How long the sentence stays. */
const SAID_MS = 6_000

/** The address of an entry: the thread's, with its position as the fragment. */
export function entryLink(orbId: string, threadId: string, position: number): string {
  return `${location.origin}/o/${orbId}/t/${threadId}#${position}`
}

/** Follows the fragment of the address: a position is sought in the thread and shown. */
export function createGoal(thread: ThreadStore, hash: Accessor<string>): LinkedEntry {
  const [entry, setEntry] = createSignal<Goal | null>(null)
  const [said, setSaid] = createSignal('')
  createEffect(
    on([hash, () => thread.known() && thread.meta() !== null], ([fragment, isHere]) => {
      const position = positionOf(fragment)
      if (position === null || !isHere) return
      void thread.seek(position).then((entryId) => {
        if (hash() !== fragment) return
        setSaid(entryId === null ? transcriptWords.linkFailed : transcriptWords.linkedEntry)
        setTimeout(() => setSaid(''), SAID_MS)
        if (entryId !== null) setEntry({ entryId })
      })
    }),
  )
  return { entry, said }
}

function positionOf(fragment: string): number | null {
  const match = /^#([1-9]\d{0,14})$/.exec(fragment)
  return match === null ? null : Number(match[1])
}
