import { createSignal } from 'solid-js'
import type { Language, PseudoLanguage } from './language.ts'

/** Finds the words of one capability in a language: undefined where it has none, so that English is shown. */
export type Catalogue = <T extends object>(name: string, english: T) => T | undefined

/** A language and its words; English needs none, for it is written in the code. */
export interface SpokenLanguage {
  readonly tag: Language | PseudoLanguage
  readonly catalogue: Catalogue | null
}

/** The language on screen: whoever reads it or a word in JSX follows a change at once. */
export const [spokenLanguage, speak] = createSignal<SpokenLanguage>({ tag: 'en', catalogue: null })

/**
 * The words of one capability in the language on screen. Reads like the English object that it is given, nested ones
 * too; functions and lists come as the language has them. `name` is what the export is called: the words of other
 * languages are found by it.
 */
export function translated<T extends object>(name: string, english: T): T {
  return view(english, () => spokenLanguage().catalogue?.(name, english) ?? english)
}

/** Words that are looked up by names which come from elsewhere, so that some may be missing. */
export function byName(words: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return words
}

function view<T extends object>(english: T, current: () => T): T {
  const nested = new Map<PropertyKey, object>()
  return new Proxy(english, {
    get(_, key) {
      const value: unknown = Reflect.get(current(), key)
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
      let known = nested.get(key)
      // Held fast, so that an object kept in a variable follows the language as well.
      if (known === undefined) nested.set(key, (known = view(value, () => Reflect.get(current(), key) as object)))
      return known
    },
  })
}
