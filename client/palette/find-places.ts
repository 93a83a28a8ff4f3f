/** Something that the palette leads to or does. */
export interface PaletteItem {
  readonly key: string
  readonly kind: 'orb' | 'thread' | 'approval' | 'settings' | 'action'
  readonly name: string
  /** Where it belongs, beside its name. */
  readonly hint: string
  readonly run: () => void
  /** It closes the palette itself, such as when the relay has what was sent. */
  readonly closesItself?: true
}

/** Lines in the list; who needs more writes one more letter. */
const SHOWN = 30

/**
 * What fits some words, best first: every word stands in the name or the hint; one that begins the name weighs most,
 * then one that begins a word of it. Equals stay in the order in which they came.
 */
export function findPlaces(items: readonly PaletteItem[], words: string): PaletteItem[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return items.slice(0, SHOWN)
  return items
    .map((item) => ({ item, weight: weigh(item, wanted) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, SHOWN)
    .map(({ item }) => item)
}

function weigh({ name, hint }: PaletteItem, wanted: readonly string[]): number {
  const [title, beside] = [name.toLowerCase(), hint.toLowerCase()]
  let sum = 0
  for (const word of wanted) {
    const at = title.indexOf(word)
    if (at === 0) sum += 4
    else if (at > 0) sum += /[\s/._-]/.test(title[at - 1] ?? '') ? 3 : 2
    else if (beside.includes(word)) sum += 1
    else return 0
  }
  return sum
}
