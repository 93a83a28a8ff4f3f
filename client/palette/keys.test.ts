import { expect, test } from 'vitest'
import { wishOf, type KeyWish, type PressedKey } from './keys.ts'

const key = (name: string, more: Partial<PressedKey> = {}): PressedKey => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isTaken: false,
  ...more,
})

test.each<[string, PressedKey, KeyWish | null, KeyWish | null]>([
  ['Ctrl+K opens the palette', key('k', { ctrlKey: true }), null, 'palette'],
  ['⌘K does too, while one writes', key('k', { metaKey: true, isTaken: true }), null, 'palette'],
  ['Ctrl+Alt+K is not ours', key('k', { ctrlKey: true, altKey: true }), null, null],
  ['? opens the help', key('?'), null, 'help'],
  ['? is a letter while one writes', key('?', { isTaken: true }), null, null],
  ['g begins a way', key('g'), null, 'go'],
  ['i after g leads to the inbox', key('i'), 'go', 'inbox'],
  ['i alone leads nowhere', key('i'), null, null],
  ['another letter after g leads nowhere', key('x'), 'go', null],
])('%s', (_what, pressed, after, wish) => {
  expect(wishOf(pressed, after, true)).toBe(wish)
})

test('without single keys only those with Ctrl count', () => {
  expect(wishOf(key('?'), null, false)).toBe(null)
  expect(wishOf(key('k', { ctrlKey: true }), null, false)).toBe('palette')
})
