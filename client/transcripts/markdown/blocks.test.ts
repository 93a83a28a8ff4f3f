import { createRoot, createSignal } from 'solid-js'
import { expect, test } from 'vitest'
import { createBlocks } from './blocks.ts'
import type { Block, ListItem } from './nodes.ts'
import { NOTHING_READ, readOn } from './stream.ts'

const TEXT = [
  '# Title\n\nSome *words* and `code`.\n\n',
  '- one\n- two\n  - deeper\n\n',
  '```ts\nconst a = 1\nconst b = 2\n```\n\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n\n> quoted\n\nThe end.',
].join('')

test('a text that comes letter by letter ends as if it had come at once', () => {
  createRoot((dispose) => {
    const [text, setText] = createSignal('')
    const blocks = createBlocks(text)
    for (let length = 0; length <= TEXT.length; length += 1) {
      setText(TEXT.slice(0, length))
      const { settled, tail } = readOn(NOTHING_READ, text())
      expect(blocks).toEqual([...settled, ...tail])
    }
    setText('other')
    expect(blocks).toHaveLength(1)
    dispose()
  })
})

test('what stands in the page stays the same object while the end grows', () => {
  createRoot((dispose) => {
    const [text, setText] = createSignal('First.\n\n- one\n- tw')
    const blocks = createBlocks(text)
    const [first, list] = [blocks[0], blocks[1] as Extract<Block, { type: 'list' }>]
    const [one, two] = list.items as readonly [ListItem, ListItem]
    setText('First.\n\n- one\n- two **bold**\n\nNext.')
    expect(blocks[0]).toBe(first)
    expect(blocks[1]).toBe(list)
    expect(list.items[0]).toBe(one)
    expect(list.items[1]).toBe(two)
    expect(JSON.stringify(two)).toContain('bold')
    expect(blocks).toHaveLength(3)
    dispose()
  })
})
