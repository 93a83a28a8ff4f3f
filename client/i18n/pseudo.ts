import type { Catalogue } from './translated.ts'

const PLAIN = 'acdeghijklnorstuwyzACDEGHIJKLNORSTUWYZ'
const ACCENTED = 'áçđéğĥíĵķĺñóŕšťúŵýžÁÇĐÉĞĤÍĴĶĹÑÓŔŠŤÚŴÝŽ'

const made = new WeakMap<object, unknown>()

/**
 * English as a language that nobody wrote: accented, two fifths longer and in brackets. What stays plain on screen is a
 * stray string, what loses a bracket is cut off, and what no longer fits would not fit in German either.
 */
export const pseudo: Catalogue = (_, english) => changed(english)

function changed<T extends object>(words: T): T {
  const known = made.get(words) as T | undefined
  if (known !== undefined) return known
  const copy = (Array.isArray(words) ? words.map(pseudoOf) : mapped(words)) as T
  made.set(words, copy)
  return copy
}

function mapped(words: object): object {
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, pseudoOf(value)]))
}

function pseudoOf(value: unknown): unknown {
  if (typeof value === 'string') return pseudoText(value, [])
  if (typeof value === 'function') return (...given: unknown[]) => filled(Reflect.apply(value, undefined, given), given)
  return typeof value === 'object' && value !== null ? changed(value) : value
}

function filled(result: unknown, given: readonly unknown[]): unknown {
  if (typeof result !== 'string') return pseudoOf(result)
  return pseudoText(
    result,
    given.filter((part): part is string => typeof part === 'string' && part !== ''),
  )
}

/** A sentence in pseudo-English; what was put into it, such as a name, stays as it is. */
export function pseudoText(text: string, given: readonly string[]): string {
  if (text === '') return ''
  // A private character stands for each part while the rest is changed.
  const open = given.reduce((rest, part, index) => rest.replaceAll(part, String.fromCharCode(0xe000 + index)), text)
  const written = accented(open).replace(/[\ue000-\ue0ff]/g, (mark) => given[mark.charCodeAt(0) - 0xe000] ?? mark)
  return `[${written}${'~'.repeat(Math.ceil(open.length * 0.4))}]`
}

function accented(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter)
}
