import { createSignal, type Accessor, type Setter } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'

/** Whether somebody unfolded an entry or folded it; undefined while he did neither. */
export type Folding = readonly [chosen: Accessor<boolean | undefined>, choose: Setter<boolean | undefined>]

/** Nothing chosen yet, and kept by who asks alone. */
export function newFolding(): Folding {
  return createSignal<boolean>()
}

const foldings = new WeakMap<Entry, Folding>()

/** What was chosen for an entry, for as long as it is in the list: its row comes and goes as one scrolls. */
export function foldingOf(entry: Entry): Folding {
  const known = foldings.get(entry)
  if (known !== undefined) return known
  const made = newFolding()
  foldings.set(entry, made)
  return made
}
