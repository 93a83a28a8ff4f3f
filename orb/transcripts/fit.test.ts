import { expect, test } from 'vitest'
import { canonicalJson } from '../../shared/json/canonical.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { LIMITS } from '../../shared/limits.ts'
import { isObject } from '../harness/json-rpc.ts'
import { CUT, fitRecord, fitValue, INLINE_BYTES, type Keep } from './fit.ts'

const kept: string[] = []
const keep: Keep = {
  text: (text, mediaType) => {
    kept.push(text)
    return { type: 'blob', sha256: 'a'.repeat(64), bytes: text.length, mediaType, preview: '' }
  },
  base64: () => null,
}

test('a short text stays, a long one is kept elsewhere whole', () => {
  const long = 'ü'.repeat(INLINE_BYTES)
  const fitted = fitRecord({ short: 'a', long }, keep)
  expect(fitted['short']).toBe('a')
  expect(fitted['long']).toMatchObject({ type: 'blob', bytes: long.length })
  expect(kept.at(-1)).toBe(long)
})

test('many small parts that are too much together are kept elsewhere as JSON', () => {
  const many = Array.from({ length: 50_000 }, (_, at) => at)
  const fitted = fitRecord({ title: 'x', rawInput: many, content: many }, keep)
  expect(jsonBytes(fitted)).toBeLessThan(LIMITS.bodyBytes)
  expect(fitted['title']).toBe('x')
  expect(fitted['content']).toMatchObject([{ type: 'blob', mediaType: 'application/json' }])
})

test('any number of small fields is kept elsewhere as one', () => {
  const record = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`field-${at}`, at]))
  expect(jsonBytes(fitRecord(record, CUT))).toBeLessThan(LIMITS.bodyBytes)
  expect(fitRecord(record, keep)).toMatchObject({ whole: { type: 'blob', mediaType: 'application/json' } })
})

test('a value nested a hundred thousand deep neither fails nor passes whole', () => {
  let deep: unknown = 1
  for (let at = 0; at < 100_000; at++) deep = [deep]
  expect(jsonBytes(fitValue(deep, CUT))).toBeLessThan(200)
})

test('what neither JSON nor a digest can hold is replaced', () => {
  const fitted = fitValue(JSON.parse('{"huge":1e999,"half":"\\ud800","__proto__":{"polluted":true}}'), CUT)
  expect(canonicalJson(fitted)).toBe('{"half":"\uFFFD","huge":null}')
  expect(isObject(fitted) && 'polluted' in fitted).toBe(false)
})
