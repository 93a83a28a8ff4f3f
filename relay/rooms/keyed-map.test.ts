import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { KeyedMap } from './keyed-map.ts'

interface View {
  readonly title: string
  readonly at: number
}

function mirrored() {
  const doc = new Y.Doc()
  const map = doc.getMap('views')
  let writes = 0
  doc.on('update', () => writes++)
  const keyed = new KeyedMap<View>(['at'])
  return {
    keyed,
    map,
    write: (settle: boolean) => doc.transact(() => keyed.write(map, settle)),
    writes: () => writes,
  }
}

test('a difference that may wait is written when the room settles, any other at once', () => {
  const { keyed, map, write } = mirrored()
  keyed.set('a', { title: 'one', at: 1 })
  expect(write(false)).toBe(false)
  keyed.set('a', { title: 'one', at: 2 })
  expect(write(false)).toBe(true)
  expect(map.get('a')).toEqual({ title: 'one', at: 1 })
  keyed.set('a', { title: 'two', at: 3 })
  expect(write(false)).toBe(false)
  expect(map.get('a')).toEqual({ title: 'two', at: 3 })
  keyed.set('a', { title: 'two', at: 4 })
  expect(write(true)).toBe(false)
  expect(map.get('a')).toEqual({ title: 'two', at: 4 })
})

test('a value that says the same costs viewers nothing', () => {
  const { keyed, write, writes } = mirrored()
  keyed.set('a', { title: 'one', at: 1 })
  write(true)
  keyed.set('a', { title: 'one', at: 1 })
  keyed.delete('b')
  write(true)
  expect(writes()).toBe(1)
})

test('of those that match only the newest stay', () => {
  const { keyed, map, write } = mirrored()
  for (let at = 0; at < 5; at++) keyed.set('k' + at, { title: at === 0 ? 'pending' : 'ended', at })
  write(true)
  keyed.keepNewest(
    2,
    (view) => view.title === 'ended',
    (view) => view.at,
  )
  write(true)
  expect([...map.keys()].sort()).toEqual(['k0', 'k3', 'k4'])
})
