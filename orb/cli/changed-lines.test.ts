import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'

test('a change stands between the lines around it', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', ''].join('\n')
  expect(changedLines(before, before.replace('e', 'E\nF'))).toBe(
    ['line 2', '  b', '  c', '  d', '- e', '+ E', '+ F', '  f', '  g', '  h'].join('\n'),
  )
})

test('a new file is added whole', () => {
  expect(changedLines('', 'x\ny\n')).toBe('line 1\n+ x\n+ y')
})

test('a line feed that goes is a change', () => {
  expect(changedLines('x\n', 'x')).toBe('line 1\n- x\n+ x (no line feed at the end)')
})

test('every line that goes or comes is there', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const shown = changedLines(before.join('\n'), after.join('\n')).split('\n')
      const count = (mark: string, line: string) => shown.filter((one) => one.startsWith(mark + line)).length
      const surplus = (text: readonly string[], line: string) => text.filter((one) => one === line).length
      for (const line of ['a', 'b', 'c']) {
        const gained = surplus(after, line) - surplus(before, line)
        expect(count('+ ', line) - count('- ', line)).toBe(gained)
      }
    }),
  )
})
