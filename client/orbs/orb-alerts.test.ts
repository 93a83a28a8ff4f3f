import { expect, test } from 'vitest'
import { alertWords } from './alert-words.ts'
import { orbAlerts } from './orb-alerts.ts'

const CONFIRMED = { state: 'confirmed', message: null } as const
const LOWERED = { state: 'lowered', message: 'Mode auto, allowed by Ada.' } as const

test('nothing is said of an orb with which all is well, nor of one of which nothing is known yet', () => {
  expect(orbAlerts({ asking: CONFIRMED, answeredFromInside: null, roster: null })).toEqual([])
  expect(orbAlerts(null)).toEqual([])
})

test('what makes approvals worthless comes before what a person chose', () => {
  const alerts = orbAlerts({ asking: LOWERED, answeredFromInside: 'It listens on 127.0.0.1:4096.', roster: null })
  expect(alerts.map(({ level, title }) => [level, title])).toEqual([
    ['bad', alertWords.inside.title],
    ['plain', alertWords.asking.lowered.title],
  ])
})

test('a thread that asks is not told of for another thread that does not', () => {
  expect(orbAlerts({ asking: { state: 'unconfirmed', message: null } }, CONFIRMED)).toEqual([])
})

test.each(['never', 'unconfirmed'] as const)('an agent of which it is said that it asks "%s" is a red row', (state) => {
  expect(orbAlerts({ asking: { state, message: 'why' } })).toEqual([
    { level: 'bad', ...alertWords.asking[state], quote: 'why' },
  ])
})
