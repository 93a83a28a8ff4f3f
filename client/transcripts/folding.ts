import ChevronRight from 'lucide-solid/icons/chevron-right'
import { createSignal, type Accessor, type Setter } from 'solid-js'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { copiedIcon } from '../ui/copied-icon.tsx'

/** The mark of an entry that unfolds. */
export const FoldMark = copiedIcon(ChevronRight, 'icon entry-chevron')

/** Whether somebody unfolded an entry or folded it; undefined while he did neither. */
export type Folding = readonly [chosen: Accessor<boolean | undefined>, choose: Setter<boolean | undefined>]

const foldings = new WeakMap<Entry, Folding>()

/** What was chosen for an entry, for as long as it is in the list: its row comes and goes as one scrolls. */
export function foldingOf(entry: Entry): Folding {
  const known = foldings.get(entry)
  if (known !== undefined) return known
  const made = createSignal<boolean>()
  foldings.set(entry, made)
  return made
}
