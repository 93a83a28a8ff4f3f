import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { fitRows, followRows, lastRows, rowsAround, type RowGeometry, type Stretch } from './row-window.ts'

const entries = (from: number, to: number): Entry[] =>
  Array.from({ length: to - from + 1 }, (_, at) => {
    const position = from + at
    return { position, entryId: 'e' + position, runId: null, kind: 'notice', at: 0, open: false, body: {} }
  })
const shown = ({ entries: all, from, to }: Stretch & { entries: readonly Entry[] }): (number | undefined)[] => [
  all[from]?.position,
  all[to - 1]?.position,
]

describe('the rows after the list has changed', () => {
  const end = lastRows(entries(101, 200))

  test('are the same ones where older entries came', () => {
    expect(shown(followRows(end, entries(1, 200), true))).toEqual(shown(end))
  })

  test('go on to the end where they reached it, and else do not', () => {
    expect(shown(followRows(end, entries(101, 201), true))[1]).toBe(201)
    const middle = { ...end, from: 10, to: 20 }
    expect(shown(followRows(middle, entries(101, 201), false))).toEqual(shown(middle))
  })

  test('stay few where much comes at once', () => {
    const after = entries(101, 400)
    expect(followRows(end, after, true)).toEqual(lastRows(after))
    expect(shown(followRows(end, after, false))).toEqual(shown(end))
  })

  test('stay few where the end is followed for long and nobody looks', () => {
    let rows = end
    for (let last = 201; last <= 900; last += 1) rows = followRows(rows, entries(101, last), true)
    expect(rows.to - rows.from).toBeLessThanOrEqual(200)
  })

  test('are the last ones of a list that has none of them', () => {
    expect(followRows(end, entries(1, 60), false)).toEqual(lastRows(entries(1, 60)))
    expect(lastRows([])).toEqual({ entries: [], from: 0, to: 0 })
  })
})

test('an entry is gone to with some before and after it', () => {
  const { from, to } = rowsAround(entries(1, 100), 50)
  expect([from < 50, to > 51, to - from < 30]).toEqual([true, true, true])
})

describe('the rows that fit a view', () => {
  const VIEW = 640
  /** Where the view is, in px from the first row of the list. */
  const geometry = (heights: readonly number[], rows: Stretch, view: number): RowGeometry => {
    const before = heights.slice(0, rows.from).reduce((sum, height) => sum + height, 0)
    return {
      rows,
      count: heights.length,
      height: (at) => heights[at] ?? 0,
      top: view - before,
      bottom: view - before + VIEW,
    }
  }

  test('cover it after some frames, with few new ones in each and few in all, wherever it jumps to', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 20, max: 900 }), { minLength: 1, maxLength: 200 }),
        fc.array(fc.nat(100_000), { minLength: 1, maxLength: 5 }),
        (heights, jumps) => {
          const total = heights.reduce((sum, height) => sum + height, 0)
          let rows: Stretch = { from: Math.max(0, heights.length - 12), to: heights.length }
          for (const jump of jumps) {
            const view = Math.min(jump, Math.max(0, total - VIEW))
            for (let frame = 0; ; frame += 1) {
              const next = fitRows(geometry(heights, rows, view), 4)
              const isNew = (at: number): boolean => at < rows.from || at >= rows.to
              const made = Array.from({ length: next.to - next.from }, (_, at) => next.from + at).filter(isNew)
              expect(made.length).toBeLessThanOrEqual(4)
              if (next.from === rows.from && next.to === rows.to) break
              rows = next
              expect(frame).toBeLessThan(200)
            }
            const y = heights.slice(0, rows.from).reduce((sum, height) => sum + height, 0)
            const px = heights.slice(rows.from, rows.to).reduce((sum, height) => sum + height, 0)
            expect(y).toBeLessThanOrEqual(view)
            expect(y + px).toBeGreaterThanOrEqual(Math.min(total, view + VIEW))
            expect(px).toBeLessThan(4 * VIEW + 2 * 900)
          }
        },
      ),
    )
  })

  test('are not let go while somebody selects from one to another', () => {
    const heights = Array.from({ length: 100 }, () => 60)
    const rows = { from: 40, to: 60 }
    expect(fitRows(geometry(heights, rows, 30 * 60), 4, true).to).toBe(60)
    expect(fitRows(geometry(heights, rows, 30 * 60), 4, false).to).toBeLessThan(60)
  })
})
