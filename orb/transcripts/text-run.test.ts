import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../../shared/limits.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { wellFormed } from '../../shared/json/canonical.ts'
import { TextRun } from './text-run.ts'

/** The entries that a text becomes when it comes in these chunks. */
function entries(chunks: readonly string[]): string[] {
  const run = new TextRun()
  const pieces = [...chunks.flatMap((chunk) => run.push(chunk)), ...run.end()]
  const texts = ['']
  for (const { text, ends } of pieces) {
    texts[texts.length - 1] += text
    if (ends) texts.push('')
  }
  return texts
}

function chunked(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b)
  return [0, ...places].map((from, at) => text.slice(from, places[at] ?? text.length))
}

test('any chunking of a text ends in the same entries', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 50 }), fc.string({ unit: 'grapheme', maxLength: 50 }))
  fc.assert(
    fc.property(text, fc.nat({ max: 2000 }), fc.array(fc.nat(), { maxLength: 8 }), (part, times, cuts) => {
      const whole = part.repeat(times)
      const parts = entries(chunked(whole, cuts))
      expect(parts).toEqual(entries([whole]))
      expect(parts.join('')).toBe(wellFormed(whole))
      for (const one of parts) expect(jsonBytes({ text: one })).toBeLessThan(LIMITS.bodyBytes)
    }),
    { numRuns: 20 },
  )
})

test('half a character waits for its other half', () => {
  const [high = '', low = ''] = '\u{1F600}'.split('')
  const run = new TextRun()
  expect(run.push(`a${high}`)).toEqual([{ text: 'a', ends: false }])
  expect(run.push(`${low}b`)).toEqual([{ text: '\u{1F600}b', ends: false }])
})

test('a half that never gets its other is replaced', () => {
  expect(entries(['a\uD83D'])).toEqual(['a\uFFFD'])
})
