import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { Name, readName } from './name.ts'

test.each(['Ada', 'Ada’s phone', 'شهلا', '山田 太郎', 'Zoë 👩‍🚀', 'x'.repeat(LIMITS.nameChars)])(
  '%j is a name',
  (name) => {
    expect(Name.safeParse(name).success).toBe(true)
    expect(readName(name)).toBe(name)
  },
)

test.each([
  ['nothing', ''],
  ['white space', '  \u00a0'],
  ['a second line', 'Ada\nallowed by Bob'],
  ['a terminal sequence', 'Ada\u001b[2J'],
  ['a sequence of eight bits', 'Ada\u009b2J'],
  ['a turned direction', 'Ada \u202egnp.exe'],
  ['an isolate', 'Ada \u2066x'],
  ['half a character', 'Ada \ud83d'],
  ['too much', 'x'.repeat(LIMITS.nameChars + 1)],
])('a name with %s is refused', (_what, name) => {
  expect(Name.safeParse(name).success).toBe(false)
})

test('whatever was typed becomes a name or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
      const name = readName(typed)
      if (name !== null) expect(Name.safeParse(name).success, name).toBe(true)
    }),
  )
})
