import { expect, test } from 'vitest'
import { ReadGate } from './read-gate.ts'

test('the gate opens when the last reason is gone', async () => {
  const gate = new ReadGate()
  expect(gate.wait()).toBeNull()
  expect([gate.hold('disk', true), gate.hold('disk', true), gate.hold('spool', true)]).toEqual([true, false, true])
  let open = false
  const waiting = gate.wait()?.then(() => (open = true))
  gate.hold('disk', false)
  await Promise.resolve()
  expect(open).toBe(false)
  gate.hold('spool', false)
  await waiting
  expect(open).toBe(true)
  expect(gate.wait()).toBeNull()
})
