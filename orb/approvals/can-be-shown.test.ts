import { expect, test } from 'vitest'
import { canBeShown } from './permission.ts'
import { formQuestion } from './question.ts'

/** A form that a harness may send: so many fields, each with so many choices of this length. */
function form(fields: number, choices: number, length: number) {
  const values = Array.from({ length: choices }, (_, at) => String(at).padEnd(length, '\u0001'))
  const properties = Object.fromEntries(
    Array.from({ length: fields }, (_, at) => ['field' + at, { type: 'string', enum: values }]),
  )
  return formQuestion({ message: 'Which?', requestedSchema: { properties } }).question
}

test('a question too large for a message of the link is refused, not raised: it would end the orb for good', () => {
  expect(canBeShown(form(40, 100, 1000))).toBe(false)
  expect(canBeShown(form(10, 20, 40))).toBe(true)
})
