import { expect, test } from 'vitest'
import { diffOf } from './diff-model.ts'
import { wordChanges } from './word-change.ts'

function marked(before: string, after: string): string[] {
  const model = diffOf(before, after)
  const rows = model.shape === 'text' ? model.hunks.flatMap((hunk) => hunk.rows) : []
  const changes = wordChanges(rows)
  return rows.map((row) => {
    const [from, to] = changes.get(row) ?? [0, 0]
    return from === to ? row.text : `${row.text.slice(0, from)}[${row.text.slice(from, to)}]${row.text.slice(to)}`
  })
}

test.each([
  ['a word', 'const a = read(one)\n', 'const a = read(two)\n', ['const a = read([one])', 'const a = read([two])']],
  [
    'a part of a word',
    'let reader = open(1)\n',
    'let readers = open(1)\n',
    ['let [reader] = open(1)', 'let [readers] = open(1)'],
  ],
  ['what was put in', 'call(first)\n', 'call(first, second)\n', ['call(first)', 'call(first[, second])']],
  ['nothing where all is new', 'one two three\n', 'quite different\n', ['one two three', 'quite different']],
  ['nothing where lines do not pair', 'a b c\n', 'a b d\na b e\n', ['a b c', 'a b d', 'a b e']],
  [
    'whole characters',
    'x = "wide 😀 text here"\n',
    'x = "wide 😁 text here"\n',
    ['x = "wide [😀] text here"', 'x = "wide [😁] text here"'],
  ],
])('marks %s', (_what, before, after, lines) => {
  expect(marked(before, after)).toEqual(lines)
})
