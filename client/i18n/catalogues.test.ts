import { afterEach, expect, test } from 'vitest'
import { speak, type Catalogue } from './translated.ts'
import { chinese } from './zh-hans.ts'

const files = import.meta.glob<Record<string, unknown>>(['../**/*words.ts', '../i18n/refusals.ts'], { eager: true })
const english = Object.values(files).flatMap((file) => Object.entries(file).filter(([, words]) => isTree(words)))

afterEach(() => void speak({ tag: 'en', catalogue: null }))

test('words are found in another language by the name of their export, which is theirs alone', () => {
  const names = english.map(([name]) => name)
  const naming: Catalogue = <T extends object>(name: string) => ({ name }) as unknown as T
  speak({ tag: 'zh-Hans', catalogue: naming })
  expect(english.map(([, words]) => Reflect.get(words as object, 'name') as unknown)).toEqual(names)
  expect(new Set(names).size).toBe(names.length)
})

test.each(english)('%s are complete in Chinese', (name, words) => {
  // One that is empty takes its English from elsewhere.
  if (Object.keys(words as object).length > 0) expect(shape(chinese(name, {}))).toEqual(shape(words))
})

test('nothing is left in English in Chinese', () => {
  const untranslated = english.flatMap(([name, words]) => {
    const other = leaves(chinese(name, {}))
    return leaves(words).filter((text, index) => /[a-z]{2}/i.test(text) && text === other[index])
  })
  expect(untranslated).toEqual(['perigee audit verify', 'perigee recover'])
})

/** Keys and kinds, lists aside; of functions how many values they take. */
function shape(words: unknown): unknown {
  if (typeof words === 'function') return words.length
  if (Array.isArray(words)) return 'list'
  return isTree(words)
    ? Object.fromEntries(Object.entries(words).map(([key, value]) => [key, shape(value)]))
    : typeof words
}

function leaves(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(leaves) : []
}

function isTree(words: unknown): words is object {
  return typeof words === 'object' && words !== null && !Array.isArray(words)
}
