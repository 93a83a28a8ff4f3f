import { expect, test } from 'vitest'
import { approval, FLEET } from '../gallery/samples.ts'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { effectMark, waitingMark } from './inbox-marks.ts'

const MINUTE = 60_000

/** A fleet of one orb, in which something waits. */
function fleet(facts: Partial<FleetOrb>): Record<string, FleetOrb> {
  const [first] = FLEET
  if (first === undefined) throw new Error('the gallery has no orb')
  return { [first.orbId]: { ...first, newestWait: 'n1', ...facts } }
}

test('an orb that streams while something waits does not have the inbox asked for again', () => {
  expect(waitingMark(fleet({ lastActivity: 2, activity: 'More words' }))).toBe(waitingMark(fleet({ lastActivity: 1 })))
})

test.each<[string, Partial<FleetOrb>]>([
  ['one more waits', { waits: 3, newestWait: 'n2' }],
  ['one is answered', { waits: 1 }],
  ['another one takes the place of the newest, and the count stays', { newestWait: 'n2' }],
  ['another one leads', { waitsFor: null }],
])('the inbox is asked for again where %s', (_what, facts) => {
  expect(waitingMark(fleet(facts))).not.toBe(waitingMark(fleet({})))
})

test('what an orb does counts while it has not said what became of an answer, and for a minute at most', () => {
  const orbId = FLEET[0]?.orbId ?? ''
  const answered = { ...approval({}), orbId, outcome: 'allowed', effect: 'none', endedAt: 10 * MINUTE } as const
  const mark = (lastActivity: number, effect: 'none' | 'applied', now: number): string =>
    effectMark(fleet({ lastActivity }), [{ ...answered, effect }], now)
  expect(mark(1, 'none', 10 * MINUTE)).not.toBe(mark(2, 'none', 10 * MINUTE))
  expect(mark(2, 'applied', 10 * MINUTE)).toBe('')
  expect(mark(2, 'none', 12 * MINUTE)).toBe('')
})
