import { expect, test } from 'vitest'
import type { QuestionField } from '../../shared/approvals/request.ts'
import type { FieldValue } from './answer.ts'
import { readAnswer } from './answer.ts'

const field = (type: QuestionField['type'], required = true): QuestionField => ({
  name: 'f',
  title: 'F',
  description: null,
  type,
  required,
  choices: [
    { value: 'a', label: 'A' },
    { value: 'b', label: 'B' },
  ],
})

test.each<[QuestionField['type'], FieldValue, unknown]>([
  ['choice', 'a', 'a'],
  ['choices', ['a', 'zz'], ['a']],
  ['text', ' as typed ', ' as typed '],
  ['number', ' 3,5 ', 3.5],
  ['boolean', false, false],
])('a %s field reads %j as %j', (type, value, expected) => {
  expect(readAnswer([field(type)], { f: value })).toEqual({ answer: { f: expected }, missing: [], notNumbers: [] })
})

test.each<[QuestionField['type'], FieldValue | undefined]>([
  ['choice', 'zz'],
  ['choices', []],
  ['text', '  '],
  ['number', ''],
  ['boolean', undefined],
])('a required %s field is missing with %j, an optional one left out', (type, value) => {
  expect(readAnswer([field(type)], { f: value }).missing).toHaveLength(1)
  expect(readAnswer([field(type, false)], { f: value })).toEqual({ answer: {}, missing: [], notNumbers: [] })
})

test('a number that is none is told apart from a missing one', () => {
  expect(readAnswer([field('number')], { f: 'many' }).notNumbers).toHaveLength(1)
})

test('a field named like a part of every object is not filled by it', () => {
  expect(readAnswer([{ ...field('text'), name: 'toString' }], {}).missing).toHaveLength(1)
})
