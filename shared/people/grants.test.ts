import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EVERYTHING,
  may,
  nextExpiry,
  threadsSeen,
  type Action,
  type Grant,
  type Role,
  type Scope,
  type Target,
} from './grants.ts'

const NOW = 1_700_000_000_000
const ACTIONS: readonly Action[] = ['see', 'operate', 'decide', 'manage', 'govern']
const ALLOWED: Readonly<Record<Role, readonly Action[]>> = {
  observer: ['see'],
  operator: ['see', 'operate', 'decide'],
  owner: ACTIONS,
}
const scopes: readonly Scope[] = [
  { kind: 'all' },
  { kind: 'orb', orbId: 'o' },
  { kind: 'orb', orbId: 'p' },
  { kind: 'thread', orbId: 'o', threadId: 't' },
  { kind: 'thread', orbId: 'o', threadId: 'u' },
  { kind: 'thread', orbId: 'p', threadId: 't' },
]
const targets: readonly Target[] = [
  EVERYTHING,
  { kind: 'orb', orbId: 'o' },
  { kind: 'orb', orbId: 'p' },
  { kind: 'thread', orbId: 'o', threadId: 't' },
  { kind: 'thread', orbId: 'p', threadId: 't' },
  { kind: 'thread', orbId: 'o', threadId: 'v' },
]
const show = (place: Scope | Target): string =>
  [place.kind, 'orbId' in place ? place.orbId : '', 'threadId' in place ? place.threadId : ''].join(' ').trim()

/** Which targets each scope reaches, written out. */
const REACHES: Readonly<Record<string, readonly string[]>> = {
  all: targets.map(show),
  'orb o': ['orb o', 'thread o t', 'thread o v'],
  'orb p': ['orb p', 'thread p t'],
  'thread o t': ['thread o t'],
  'thread o u': [],
  'thread p t': ['thread p t'],
}

describe('what a grant allows', () => {
  for (const scope of scopes)
    for (const role of Object.keys(ALLOWED) as Role[])
      test(`${role} of ${show(scope)}`, () => {
        for (const target of targets)
          for (const action of ACTIONS) {
            const expected = ALLOWED[role].includes(action) && REACHES[show(scope)]?.includes(show(target)) === true
            expect(may([{ role, scope, expiresAt: null }], action, target, NOW), `${action} ${show(target)}`).toBe(
              expected,
            )
          }
      })

  test('ends at its moment, and not before', () => {
    const grant: Grant = { role: 'owner', scope: { kind: 'all' }, expiresAt: NOW }
    expect(may([grant], 'see', EVERYTHING, NOW - 1)).toBe(true)
    expect(may([grant], 'see', EVERYTHING, NOW)).toBe(false)
    expect(may([grant], 'see', EVERYTHING, NOW + 1)).toBe(false)
    expect(may([{ ...grant, expiresAt: 0 }], 'see', EVERYTHING, NOW)).toBe(false)
  })

  test('is nothing without one', () => {
    for (const action of ACTIONS) for (const target of targets) expect(may([], action, target, NOW)).toBe(false)
  })
})

const grants = fc.array(
  fc.record({
    role: fc.constantFrom<Role>('observer', 'operator', 'owner'),
    scope: fc.constantFrom(...scopes),
    expiresAt: fc.constantFrom(null, NOW - 1, NOW, NOW + 1, NOW + 50),
  }),
  { maxLength: 6 },
)

test('several grants allow what one of them allows: none mixes its role with the scope or the end of another', () => {
  fc.assert(
    fc.property(grants, fc.constantFrom(...ACTIONS), fc.constantFrom(...targets), (all, action, target) => {
      expect(may(all, action, target, NOW)).toBe(all.some((one) => may([one], action, target, NOW)))
    }),
  )
})

test('a thread is listed as seen exactly where it may be seen', () => {
  fc.assert(
    fc.property(grants, fc.constantFrom('o', 'p', 'q'), fc.constantFrom('t', 'u', 'v'), (all, orbId, threadId) => {
      const seen = threadsSeen(all, orbId, NOW)
      expect(seen === 'all' || seen.has(threadId)).toBe(may(all, 'see', { kind: 'thread', orbId, threadId }, NOW))
      expect(seen === 'all').toBe(may(all, 'see', { kind: 'orb', orbId }, NOW))
    }),
  )
})

test('nothing changes before the next expiry, and something may then', () => {
  fc.assert(
    fc.property(grants, fc.constantFrom(...ACTIONS), fc.constantFrom(...targets), (all, action, target) => {
      const next = nextExpiry(all, NOW)
      if (next !== null) expect(next).toBeGreaterThan(NOW)
      expect(may(all, action, target, (next ?? NOW + 1000) - 1)).toBe(may(all, action, target, NOW))
    }),
  )
  expect(nextExpiry([{ role: 'observer', scope: { kind: 'all' }, expiresAt: NOW + 5 }], NOW)).toBe(NOW + 5)
})
