import { expect, test } from 'vitest'
import { createNonces } from './nonces.ts'

test('a nonce is good once, and for a minute', () => {
  let now = 0
  const nonces = createNonces(() => now)
  const [first, second, third] = [nonces.issue(), nonces.issue(), nonces.issue()]
  expect(nonces.spend(first)).toBe(true)
  expect(nonces.spend(first)).toBe(false)
  expect(nonces.spend('made-up')).toBe(false)
  now = 60_000
  expect(nonces.spend(second)).toBe(true)
  now = 60_001
  expect(nonces.spend(third)).toBe(false)
})

test('many that nobody uses do not fill the memory', () => {
  const nonces = createNonces(() => 0)
  const first = nonces.issue()
  for (let count = 0; count < 10_000; count += 1) nonces.issue()
  expect(nonces.spend(first)).toBe(false)
  expect(nonces.spend(nonces.issue())).toBe(true)
})
