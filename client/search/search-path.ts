import { searchWords as words } from './words.ts'

/** Where somebody began a search, and which of the places it looks in; null: the narrowest. */
export interface SearchPlace {
  readonly orbId: string | null
  readonly threadId: string | null
  readonly in: string | null
}

/** A place to look in. */
export interface PlaceChoice {
  readonly name: 'thread' | 'orb' | 'all'
  readonly title: string
  readonly orbId: string | null
  readonly threadId: string | null
  readonly isChosen: boolean
}

/** The address of a search. The words stand behind `#`, where no relay and no proxy ever reads them. */
export function searchPath({ orbId, threadId, in: within }: SearchPlace, text: string): string {
  const query = new URLSearchParams()
  if (orbId !== null) query.set('orb', orbId)
  if (threadId !== null) query.set('thread', threadId)
  if (within !== null) query.set('in', within)
  const asked = query.size === 0 ? '' : '?' + query.toString()
  return `/search${asked}${text === '' ? '' : '#' + encodeURIComponent(text)}`
}

/** The words in an address; none where they were garbled. */
export function wordsIn(hash: string): string {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''))
  } catch {
    return ''
  }
}

/** The places to choose from, the narrowest first, with one of them chosen. */
export function placesOf(place: SearchPlace, orbTitle: (orbId: string) => string): PlaceChoice[] {
  const { orbId, threadId } = place
  const choices: Omit<PlaceChoice, 'isChosen'>[] = []
  if (orbId !== null && threadId !== null) choices.push({ name: 'thread', title: words.inThread, orbId, threadId })
  if (orbId !== null) choices.push({ name: 'orb', title: orbTitle(orbId), orbId, threadId: null })
  choices.push({ name: 'all', title: words.everywhere, orbId: null, threadId: null })
  const chosen = choices.find(({ name }) => name === place.in) ?? choices[0]
  return choices.map((choice) => ({ ...choice, isChosen: choice === chosen }))
}
