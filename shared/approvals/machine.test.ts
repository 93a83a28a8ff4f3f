import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EFFECTS, OUTCOMES, PENDING, effectsBefore, isDecided, nextState, type ApprovalEvent } from './machine.ts'

const allow: ApprovalEvent = { type: 'decision', outcome: 'allowed' }
const deny: ApprovalEvent = { type: 'decision', outcome: 'denied' }
const effect = (name: 'delivered' | 'applied' | 'undeliverable' | 'unknown' | 'bypassed'): ApprovalEvent => ({
  type: 'effect',
  effect: name,
})

describe('the approval machine', () => {
  test.each<[string, ApprovalEvent[], string, string]>([
    ['an allowance that arrives', [allow, effect('delivered'), effect('applied')], 'allowed', 'applied'],
    ['a second decision changes nothing', [allow, deny], 'allowed', 'none'],
    ['an end before any decision', [{ type: 'end', outcome: 'void' }, allow], 'void', 'none'],
    ['a decision before the end', [deny, { type: 'end', outcome: 'withdrawn' }], 'denied', 'none'],
    ['an effect without a decision', [effect('applied')], 'pending', 'none'],
    ['a crash between', [allow, effect('delivered'), effect('unknown')], 'allowed', 'unknown'],
    ['what is applied stays applied', [allow, effect('applied'), effect('unknown')], 'allowed', 'applied'],
    ['unknown is never sent again', [allow, effect('unknown'), effect('applied')], 'allowed', 'unknown'],
    ['a late answer', [allow, effect('undeliverable')], 'allowed', 'undeliverable'],
    [
      'behind our back after the end',
      [{ type: 'end', outcome: 'withdrawn' }, effect('bypassed')],
      'withdrawn',
      'bypassed',
    ],
    ['bypassed while it was pending needs an end first', [effect('bypassed')], 'pending', 'none'],
  ])('%s', (_name, events, outcome, effectName) => {
    expect(events.reduce(nextState, PENDING)).toEqual({ outcome, effect: effectName })
  })

  test('is decided once, and repetitions are harmless', () => {
    const event = fc.oneof(
      fc.record({
        type: fc.constant('decision' as const),
        outcome: fc.constantFrom('allowed' as const, 'denied' as const, 'answered' as const),
      }),
      fc.record({
        type: fc.constant('end' as const),
        outcome: fc.constantFrom('expired' as const, 'superseded' as const, 'withdrawn' as const, 'void' as const),
      }),
      fc.record({
        type: fc.constant('effect' as const),
        effect: fc.constantFrom(
          'delivered' as const,
          'applied' as const,
          'undeliverable' as const,
          'unknown' as const,
          'bypassed' as const,
        ),
      }),
    )
    fc.assert(
      fc.property(fc.array(event), (events) => {
        let state = PENDING
        for (const next of events) {
          const after = nextState(state, next)
          if (state.outcome !== 'pending') expect(after.outcome).toBe(state.outcome)
          expect(nextState(after, next)).toEqual(after)
          expect(OUTCOMES).toContain(after.outcome)
          expect(EFFECTS).toContain(after.effect)
          if (after.effect !== 'none' && after.effect !== 'bypassed') expect(isDecided(after.outcome)).toBe(true)
          state = after
        }
      }),
    )
  })

  test('no effect can follow itself', () => {
    for (const name of ['delivered', 'applied', 'undeliverable', 'unknown', 'bypassed'] as const)
      expect(effectsBefore(name)).not.toContain(name)
  })
})
