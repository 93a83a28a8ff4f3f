import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, Inline } from './nodes.ts'
import type { Reading } from './stream.ts'
import { NOTHING_READ, readOn } from './stream.ts'

const read = (text: string): readonly Block[] => all(readOn(NOTHING_READ, text))
const all = (reading: Reading): readonly Block[] => [...reading.settled, ...reading.tail]

const sample = [
  '# Title & more\n\n',
  'Some **bold**, `code` and a [link](https://example.com/a).\n\n',
  '- one\n\n- two\n  - nested\n\n',
  '1. first\n2. second\n\n',
  '```ts\nconst a = 1\n\nconst b = 2\n```\n\n',
  '> quote\n\n',
  '| a | b |\n| - | - |\n| 1 | 2 |\n\n',
  'The *end*.',
].join('')

describe('a message that streams', () => {
  test('reads the same whole as in any pieces', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 }), (cuts) => {
        let reading = NOTHING_READ
        let at = 0
        for (const cut of cuts) {
          at = Math.min(sample.length, at + cut)
          reading = readOn(reading, sample.slice(0, at))
        }
        expect(all(readOn(reading, sample))).toEqual(read(sample))
      }),
    )
  })

  test('keeps settled blocks as the same objects', () => {
    const before = readOn(NOTHING_READ, 'First.\n\nSecond **bold** gro')
    const after = readOn(before, 'First.\n\nSecond **bold** grows')
    expect(after.settled[0]).toBe(before.settled[0])
    expect(after.unchanged).toBe(1)
  })

  test('reads only the tail again', () => {
    const long = 'Paragraph.\n\n'.repeat(500)
    const before = readOn(NOTHING_READ, long + 'tail')
    expect(before.tailFrom).toBe(long.length)
    expect(readOn(before, long + 'tail grows').settled).toHaveLength(500)
  })

  test('starts anew when a text is no continuation', () => {
    expect(all(readOn(readOn(NOTHING_READ, 'one'), 'two'))).toEqual(read('two'))
  })
})

describe('hostile text', () => {
  const links = (text: string): Inline[] =>
    read(text).flatMap((block) =>
      block.type === 'paragraph' ? block.children.filter((child) => child.type === 'link') : [],
    )

  test.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,hi)',
    '[x](/etc/passwd)',
    '[x](vbscript:x)',
    '<javascript:alert(1)>',
  ])('%s is no link', (text) => {
    expect(links(text)).toEqual([])
  })

  test('a link whose words name another host shows where it leads', () => {
    expect(links('[https://good.example](https://evil.example/x)')[0]).toMatchObject({ host: 'evil.example' })
    expect(links('[good.example.evil.test](https://good.example)')[0]).toMatchObject({ host: 'good.example' })
    expect(links('[https://good.example/a](https://good.example/a)')[0]).toMatchObject({ host: null })
  })

  test('an image is never loaded, only named', () => {
    expect(links('![chart](https://track.example/p.png)')[0]).toMatchObject({
      type: 'link',
      children: [{ type: 'text', text: 'chart' }],
    })
  })

  test('HTML stays text', () => {
    expect(JSON.stringify(read('<script>alert(1)</script>\n\nand <b onclick="x">inline</b>'))).toContain('<script>')
    expect(read('<script>alert(1)</script>')).toEqual([{ type: 'verbatim', text: '<script>alert(1)</script>' }])
  })

  test('character references are decoded once, not twice', () => {
    expect(read('a &amp;lt; b &lt; &#x41; &nope;')).toEqual([
      { type: 'paragraph', children: [{ type: 'text', text: 'a &lt; b < A &nope;' }] },
    ])
  })

  test.each([
    ['quotes nested ten thousand deep', '>'.repeat(10_000) + ' x'],
    ['brackets that never close', '['.repeat(5_000)],
    ['stars that never close', '*a '.repeat(5_000)],
    [
      'a list nested a thousand deep',
      Array.from({ length: 1000 }, (_, at) => ' '.repeat(at) + '- x')
        .join('\n')
        .slice(0, 60_000),
    ],
  ])('%s neither throw nor lose the words', (_what, text) => {
    expect(read(text).length).toBeGreaterThan(0)
  })
})
