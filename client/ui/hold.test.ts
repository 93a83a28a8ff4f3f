import { expect, test } from 'vitest'
import type { Hold, HoldInput } from './hold.ts'
import { HOLD_MS, holdStep } from './hold.ts'

const inside = true
const down: HoldInput = { type: 'down', at: 1000 }

test.each<[string, HoldInput[], string[]]>([
  ['fires on release after the full time', [down, { type: 'up', at: 1000 + HOLD_MS, inside }], ['none', 'fire']],
  ['asks to confirm after a tap', [down, { type: 'up', at: 1080, inside }], ['none', 'confirm']],
  [
    'asks to confirm one millisecond before the time',
    [down, { type: 'up', at: 999 + HOLD_MS, inside }],
    ['none', 'confirm'],
  ],
  ['does nothing when released outside', [down, { type: 'up', at: 5000, inside: false }], ['none', 'none']],
  [
    'stays cancelled when the finger comes back after sliding off',
    [down, { type: 'move', inside: false }, { type: 'move', inside }, { type: 'up', at: 5000, inside }],
    ['none', 'none', 'none', 'none'],
  ],
  [
    'survives movement inside',
    [down, { type: 'move', inside }, { type: 'up', at: 3000, inside }],
    ['none', 'none', 'fire'],
  ],
  [
    'does nothing when the system takes the pointer away',
    [down, { type: 'cancel' }, { type: 'up', at: 5000, inside }],
    ['none', 'none', 'none'],
  ],
  ['ignores a release that had no press', [{ type: 'up', at: 5000, inside }], ['none']],
])('a hold %s', (_promise, inputs, effects) => {
  let hold: Hold = { state: 'rest' }
  const seen = inputs.map((input) => {
    const step = holdStep(hold, input)
    hold = step.hold
    return step.effect
  })
  expect(seen).toEqual(effects)
})
