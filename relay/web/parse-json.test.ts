import { expect, test } from 'vitest'
import { isDeeper, MAX_JSON_DEPTH, parseJson } from './parse-json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('nesting up to the bound is taken, one deeper is refused', () => {
  expect(parseJson(nested(MAX_JSON_DEPTH), 'It')).toBeInstanceOf(Array)
  expect(() => parseJson(nested(MAX_JSON_DEPTH + 1), 'It')).toThrow('It is nested more than 200 deep')
  expect(() => parseJson('{"a":'.repeat(100_000), 'It')).toThrow('nested')
})

test.each(['', '{', "{'a':1}", '{"a":1} x', 'undefined'])('%j is no JSON, and is said to be none', (text) => {
  expect(() => parseJson(text, 'The request')).toThrow('The request is not JSON. Nothing was changed.')
})

test.each([
  [JSON.stringify('['.repeat(9)), 3, false],
  [JSON.stringify('\\"' + '['.repeat(9)), 3, false],
  ['["\\\\", [[[]]]]', 3, true],
  ['[[],[],[],[],[],[]]', 3, false],
  ['{"a":{"b":{"c":{"d":1}}}}', 3, true],
])('%s deeper than %i: %s', (text, limit, deeper) => expect(isDeeper(text, limit)).toBe(deeper))
