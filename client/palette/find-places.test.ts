import { expect, test } from 'vitest'
import { findPlaces, type PaletteItem } from './find-places.ts'

const item = (name: string, hint = ''): PaletteItem => ({ key: name, kind: 'orb', name, hint, run: () => undefined })
const found = (items: readonly PaletteItem[], words: string): string[] =>
  findPlaces(items, words).map(({ name }) => name)

test('what begins with the word comes before what holds it, and the hint counts least', () => {
  const items = [item('docs', 'api'), item('napier'), item('my-api'), item('api-refactor'), item('other')]
  expect(found(items, 'api')).toEqual(['api-refactor', 'my-api', 'napier', 'docs'])
})

test('every word has to be found', () => {
  expect(found([item('api-refactor', 'thread'), item('api')], 'refactor API')).toEqual(['api-refactor'])
})

test('without words all stand in their order, up to a screenful', () => {
  const items = Array.from({ length: 500 }, (_, at) => item('orb-' + at))
  expect(found(items, ' ').slice(0, 2)).toEqual(['orb-0', 'orb-1'])
  expect(found(items, '')).toHaveLength(30)
})
