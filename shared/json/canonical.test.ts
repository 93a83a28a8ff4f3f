import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, wellFormed } from './canonical.ts'
import { digestOf, jsonBytes } from './digest.ts'

describe('canonicalJson', () => {
  // The vector of RFC 8785, section 3.2.2 (numbers and string escapes) and 3.2.3 (key order by UTF-16).
  test('prints what the RFC prints', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
    const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
    expect(Object.keys(JSON.parse(canonicalJson(keys)) as object)).toHaveLength(7)
    expect(canonicalJson(keys)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  })

  test('is the same for any order of keys, and parses back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue()), (record) => {
        const shuffled = Object.fromEntries(Object.entries(record).reverse())
        expect(canonicalJson(shuffled)).toBe(canonicalJson(record))
        expect(JSON.parse(canonicalJson(record))).toEqual(JSON.parse(JSON.stringify(record)))
      }),
    )
  })

  test.each([
    ['a number that is none', Number.NaN],
    ['infinity', { a: [Infinity] }],
    ['a function', { a: () => 1 }],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a key', { '\udc00x': 1 }],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  test('refuses a cycle', () => {
    const ring: Record<string, unknown> = {}
    ring['self'] = ring
    expect(() => canonicalJson(ring)).toThrow('cycles')
  })

  test('well-formed text can always be digested', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => canonicalJson(wellFormed(text))).not.toThrow()
      }),
    )
  })
})

test('the digest is SHA-256 of the canonical bytes', async () => {
  expect(await digestOf({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a')
  expect(await digestOf({ b: 1, a: 2 })).toBe(await digestOf({ a: 2, b: 1 }))
})

test('sizes are counted in UTF-8 bytes', () => {
  expect(jsonBytes('€')).toBe(5)
  expect(jsonBytes(undefined)).toBe(0)
})
