import { expect, test } from 'vitest'
import { plainOutput } from './plain-output.ts'

test.each([
  ['colours', '\u001B[1;32mok\u001B[0m 3 passed', 'ok 3 passed'],
  ['a window title', '\u001B]0;title\u0007text', 'text'],
  ['a hyperlink', '\u001B]8;;http://x\u001B\\link\u001B]8;;\u001B\\', 'link'],
  ['a progress bar', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['line ends of Windows', 'a\r\nb\r\n', 'a\nb\n'],
  ['nothing special', 'a [31m b', 'a [31m b'],
])('leaves of %s what a terminal would', (_what, text, plain) => {
  expect(plainOutput(text)).toBe(plain)
})
