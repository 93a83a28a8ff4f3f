import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffOf } from './diff-model.ts'

const shown = (before: string | null, after: string | null): string[] => {
  const model = diffOf(before, after)
  if (model.shape !== 'text') return [model.shape]
  const signs = { same: ' ', add: '+', remove: '-' }
  return model.hunks.flatMap((hunk) => hunk.rows.map((row) => signs[row.kind] + row.text))
}

describe('diffOf', () => {
  test.each<[string, string | null, string | null, string[]]>([
    ['a changed line with context', 'a\nb\nc\n', 'a\nB\nc\n', [' a', '-b', '+B', ' c']],
    ['a new file', null, 'a\nb\n', ['+a', '+b']],
    ['a deleted file', 'a\nb\n', null, ['-a', '-b']],
    ['a new empty file', null, '', []],
    ['equal texts', 'a\n', 'a\n', ['same']],
    ['a NUL', 'a\n', 'a\0b', ['binary']],
    ['what was no UTF-8', null, '\uFFFD\uFFFDPNG', ['binary']],
    ['a lost line feed at the end', 'a\n', 'a', ['-a', '+a']],
  ])('shows %s', (_what, before, after, rows) => {
    expect(shown(before, after)).toEqual(rows)
  })

  test('counts lines and says how many unchanged ones lie between hunks', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `line ${at + 1}`)
    const changed = lines.with(9, 'ten').with(49, 'fifty')
    const model = diffOf(lines.join('\n'), changed.join('\n'))
    expect(model).toMatchObject({ shape: 'text', added: 2, removed: 2, coarse: false })
    expect(model.shape === 'text' && model.hunks.map((hunk) => hunk.skipped)).toEqual([6, 33])
  })

  test('two unlike texts of ten thousand lines take the coarse form instead of minutes', () => {
    const before = Array.from({ length: 10_000 }, (_, at) => `old ${at}`).join('\n')
    const after = Array.from({ length: 10_000 }, (_, at) => `new ${at}`).join('\n')
    const started = performance.now()
    expect(diffOf(before, after)).toMatchObject({ shape: 'text', coarse: true, added: 10_000, removed: 10_000 })
    expect(performance.now() - started).toBeLessThan(3000)
  })

  test('beyond four million characters only lines are counted', () => {
    expect(diffOf(null, 'x\n'.repeat(2_100_000))).toEqual({ shape: 'huge', oldLines: 0, newLines: 2_100_000 })
  })

  test('the rows give both texts back, where everything is within a hunk', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 6 })
      .map((lines) => lines.map((l) => l + '\n').join(''))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const model = diffOf(before, after)
        if (model.shape !== 'text') {
          expect(before).toBe(after)
          return
        }
        const rows = model.hunks.flatMap((hunk) => hunk.rows)
        const side = (kind: 'add' | 'remove'): string =>
          rows.map((row) => (row.kind === 'same' || row.kind === kind ? row.text + '\n' : '')).join('')
        expect(model.added).toBe(rows.filter((row) => row.kind === 'add').length)
        if (rows.length > 0 && model.hunks.length === 1 && model.hunks[0]!.skipped === 0) {
          expect(after.startsWith(side('add'))).toBe(true)
          expect(before.startsWith(side('remove'))).toBe(true)
        }
      }),
    )
  })
})
