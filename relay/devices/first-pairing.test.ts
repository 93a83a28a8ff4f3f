import { expect, test } from 'vitest'
import { INVITATION_MS, newCode, newSecret, WRONG_CODES } from '../../shared/devices/pairing.ts'
import { createFirstWayIn } from './first-pairing.ts'

const secretOf = (path: string) => ({ secret: path.replace('/first#', '') })

test('the link and the code that were made last are both a way in', () => {
  const way = createFirstWayIn(() => 0)
  expect(way.accepts({ secret: newSecret() })).toBe(false)
  const older = way.make()
  const { path, code } = way.make()
  expect(way.accepts({ code: older.code })).toBe(false)
  expect(way.accepts(secretOf(older.path))).toBe(false)
  expect(way.accepts({ code })).toBe(true)
  expect(way.accepts(secretOf(path))).toBe(true)
  way.end()
  expect(way.accepts({ code })).toBe(false)
  expect(way.accepts(secretOf(path))).toBe(false)
})

test('both are over after two minutes', () => {
  let now = 1_000
  const way = createFirstWayIn(() => now)
  const { path, code, expiresAt } = way.make()
  expect(expiresAt).toBe(1_000 + INVITATION_MS)
  now = expiresAt - 1
  expect(way.accepts({ code })).toBe(true)
  now = expiresAt
  expect(way.accepts({ code })).toBe(false)
  expect(way.accepts(secretOf(path))).toBe(false)
})

test('wrong codes burn the code and not the link', () => {
  const way = createFirstWayIn(() => 0)
  const { path, code } = way.make()
  for (let tries = 1; tries < WRONG_CODES; tries += 1) way.accepts({ code: newCode() })
  expect(way.accepts({ code })).toBe(true)
  way.accepts({ code: newCode() })
  expect(way.accepts({ code })).toBe(false)
  expect(way.accepts({ secret: newSecret() })).toBe(false)
  expect(way.accepts(secretOf(path))).toBe(true)
})
