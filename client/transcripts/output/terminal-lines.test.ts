import { expect, test } from 'vitest'
import { lineText } from '../../ui/styled-line.ts'
import { terminalLines } from './terminal-lines.ts'

const plain = (text: string): string =>
  terminalLines(text, 1000)
    .lines.map((line) => lineText(line))
    .join('\n')

test.each([
  ['colours', '\u001B[1;32mok\u001B[0m 3 passed', 'ok 3 passed'],
  ['a window title', '\u001B]0;title\u0007text', 'text'],
  ['a hyperlink', '\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\', 'link'],
  ['a device string', '\u001BPq#0\u001B\\text', 'text'],
  ['a progress bar', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['a shorter text over a longer one', 'loading\rok', 'okading'],
  ['a line that is cleared first', 'loading\r\u001B[Kok', 'ok'],
  ['a line that is cleared whole', 'loading\u001B[2K\rok', 'ok'],
  ['a start that is erased', 'abc\u001B[2D\u001B[1Kx', ' xc'],
  ['blanks that wipe out', 'loading\rok     ', 'ok'],
  ['blanks of the program itself', 'ok  ', 'ok  '],
  ['backspaces', 'ab\b\bcd', 'cd'],
  ['a cursor that is set', 'abc\u001B[1Gx\u001B[5Gy', 'xbc y'],
  ['marks that take no column', 'e\u0301x\rab', 'ab'],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\nb'],
  ['a bell', 'a\u0007b', 'ab'],
  ['a title that never ends', '\u001B]0;all the rest', '\u001B]0;all the rest'],
  ['half a sequence', 'a\u001B[31', 'a\u001B[31'],
  ['nothing special', 'a [31m b', 'a [31m b'],
  ['nothing', '', ''],
])('leaves of %s what a terminal would', (_what, text, left) => {
  expect(plain(text)).toBe(left)
})

test.each([
  ['31', 'out-red'],
  ['1;31', 'out-red out-bold'],
  ['91', 'out-red'],
  ['90', 'out-grey'],
  ['2', 'out-grey'],
  ['30', ''],
  ['97', ''],
  ['8', ''],
  ['41;31', 'out-on out-on-red'],
  ['7', 'out-on out-on-ink'],
  ['34;7', 'out-on out-on-blue'],
  ['38;5;196', 'out-red'],
  ['38;5;244', 'out-grey'],
  ['38;2;20;200;40', 'out-green'],
  ['38:2:250:250:10', 'out-yellow'],
  ['48;5;21;1', 'out-on out-on-blue out-bold'],
  ['38;9;1;4', 'out-bold out-underlined'],
  ['3;9;4', 'out-italic out-underlined out-struck'],
  ['31;0', ''],
  ['1;22', ''],
  ['999;', ''],
])('SGR %s looks like "%s"', (parameters, look) => {
  expect(terminalLines(`\u001B[${parameters}mx`, 10).lines).toEqual([[{ text: 'x', look }]])
})

test('keeps a colour over line ends, above what is shown too', () => {
  const { lines, count } = terminalLines('a\u001B[31mb\nc\nd\u001B[0me', 2)
  expect(count).toBe(3)
  expect(lines).toEqual([
    [{ text: 'c', look: 'out-red' }],
    [
      { text: 'd', look: 'out-red' },
      { text: 'e', look: '' },
    ],
  ])
})

test('draws what an overwritten line left with the colours that it has last', () => {
  expect(terminalLines('\u001B[31mfail\r\u001B[32mok', 10).lines).toEqual([
    [
      { text: 'ok', look: 'out-green' },
      { text: 'il', look: 'out-red' },
    ],
  ])
})

test('bounds what a hostile program can make of a line', () => {
  const many = Array.from({ length: 5000 }, (_, at) => `\u001B[3${at % 8}mx`).join('')
  const [coloured = []] = terminalLines(many, 10).lines
  expect(coloured.length).toBeLessThanOrEqual(201)
  expect(lineText(coloured)).toBe('x'.repeat(5000))
  const [moved = []] = terminalLines('\u001B[999999999Cx'.repeat(100), 10).lines
  expect(lineText(moved).length).toBeLessThanOrEqual(400)
  const began = performance.now()
  terminalLines('\u001B['.repeat(50_000), 10)
  terminalLines('\u001B]'.repeat(50_000), 10)
  terminalLines('1234567890\r'.repeat(20_000), 10)
  expect(performance.now() - began).toBeLessThan(2000)
})
