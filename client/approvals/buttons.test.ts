import { expect, test } from 'vitest'
import { answerButtons } from './buttons.ts'

const option = (optionId: string, kind: string): { optionId: string; name: string; kind: string } => ({
  optionId,
  name: optionId,
  kind,
})
const ids = (options: readonly { optionId: string }[]): string[] => options.map((one) => one.optionId)

test('chooses by kind, whatever the order', () => {
  const options = [option('n', 'reject_once'), option('a', 'allow_always'), option('y', 'allow_once')]
  const buttons = answerButtons({ options, risk: 'write' })
  expect(ids(buttons.allow)).toEqual(['y'])
  expect(buttons.deny?.optionId).toBe('n')
  expect(buttons.hold).toBe(false)
})

test('an always-option alone is offered as what it is, and takes a hold', () => {
  const buttons = answerButtons({ options: [option('a', 'allow_always'), option('n', 'reject_once')], risk: 'read' })
  expect(ids(buttons.allow)).toEqual(['a'])
  expect(buttons).toMatchObject({ always: true, hold: true })
})

test('several single permissions are all offered by name, since one of them may mean no', () => {
  const options = [option('choice-0', 'allow_once'), option('reject', 'allow_once')]
  const buttons = answerButtons({ options, risk: 'write' })
  expect(ids(buttons.allow)).toEqual(['choice-0', 'reject'])
  expect(buttons).toMatchObject({ deny: null, hold: true })
})

test('kinds that nobody knows are named and not offered', () => {
  const buttons = answerButtons({ options: [option('x', 'allow_for_an_hour')], risk: 'write' })
  expect(ids(buttons.unknown)).toEqual(['x'])
  expect(buttons.allow).toEqual([])
})

test.each(['destructive', 'unknown'] as const)('%s takes a hold', (risk) => {
  expect(answerButtons({ options: [option('y', 'allow_once')], risk }).hold).toBe(true)
})
