import { describe, expect, test } from 'vitest'
import { placesOf, searchPath, wordsIn } from './search-path.ts'

const nowhere = { orbId: null, threadId: null, in: null }

describe('the address of a search', () => {
  test('keeps any words behind the sign that no server sees', () => {
    for (const text of ['a#b?c&d', '100 %', '解析器', ' two  words ']) {
      const url = new URL(searchPath({ ...nowhere, orbId: 'o' }, text), 'https://relay.test')
      expect(url.pathname + url.search).toBe('/search?orb=o')
      expect(wordsIn(url.hash)).toBe(text)
    }
    expect(searchPath(nowhere, '')).toBe('/search')
    expect(wordsIn('#%')).toBe('')
  })
})

describe('the places to look in', () => {
  const chosen = (place: typeof nowhere | object) =>
    placesOf({ ...nowhere, ...place }, (orbId) => `Orb ${orbId}`).map(({ name, isChosen }) => (isChosen ? name : null))

  test('are the ones that somebody came from, the narrowest first', () => {
    expect(chosen({})).toEqual(['all'])
    expect(chosen({ orbId: 'o' })).toEqual(['orb', null])
    expect(chosen({ orbId: 'o', threadId: 't' })).toEqual(['thread', null, null])
    expect(chosen({ orbId: 'o', threadId: 't', in: 'all' })).toEqual([null, null, 'all'])
    expect(chosen({ orbId: 'o', in: 'thread' })).toEqual(['orb', null])
  })
})
