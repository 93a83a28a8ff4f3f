import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVERYTHING, may, threadsSeen, type Grant } from '../../shared/people/grants.ts'
import { entryTo, type Entry } from './sight.ts'

const AT = 1000
const all: Grant = { role: 'observer', scope: { kind: 'all' }, expiresAt: null }
const orb: Grant = { role: 'observer', scope: { kind: 'orb', orbId: 'o' }, expiresAt: null }
const thread = (threadId: string, more: Partial<Grant> = {}): Grant => ({
  role: 'observer',
  scope: { kind: 'thread', orbId: 'o', threadId },
  expiresAt: null,
  ...more,
})

function entry(kind: 'fleet' | 'orb' | 'thread' | 'desk', grants: readonly Grant[], id = 'o', at = AT): Entry {
  const orbId = kind === 'fleet' ? null : 'o'
  return entryTo({ kind, id }, orbId, { personId: 'me', grants, at })
}

const NOT_FOUND = { outcome: 'refused', close: 'notFound' }
const FORBIDDEN = { outcome: 'refused', close: 'forbidden' }

test('what is out of sight is not there, and what is in sight and not allowed is forbidden', () => {
  for (const kind of ['orb', 'thread', 'desk'] as const) expect(entry(kind, [])).toEqual(NOT_FOUND)
  expect(entry('thread', [thread('a')], 'b')).toEqual(NOT_FOUND)
  expect(entry('thread', [thread('a')], 'a')).toMatchObject({ outcome: 'enter' })
  expect(entryTo({ kind: 'thread', id: 'a' }, null, { personId: 'me', grants: [all], at: AT })).toEqual(NOT_FOUND)
  expect(entryTo({ kind: 'thread', id: 'a' }, 'another', { personId: 'me', grants: [thread('a')], at: AT })).toEqual(
    NOT_FOUND,
  )
  expect(entry('desk', [orb])).toEqual(FORBIDDEN)
  expect(entry('desk', [thread('a', { role: 'operator' })])).toEqual(FORBIDDEN)
  expect(entry('desk', [{ ...orb, role: 'operator' }])).toMatchObject({ outcome: 'enter' })
  expect(entry('fleet', [all], 'somebody')).toEqual(FORBIDDEN)
  expect(entry('fleet', [], 'me')).toMatchObject({ outcome: 'enter' })
})

test('a grant that has ended is none', () => {
  const ends = { ...orb, expiresAt: AT + 1 }
  expect(entry('orb', [ends])).toMatchObject({ outcome: 'enter' })
  expect(entry('orb', [ends], 'o', AT + 1)).toEqual(NOT_FOUND)
})

test('two belong to one audience exactly where they see the same', () => {
  const scope = fc.oneof(
    fc.constant({ kind: 'all' as const }),
    fc.record({ kind: fc.constant('orb' as const), orbId: fc.constantFrom('o', 'p') }),
    fc.record({
      kind: fc.constant('thread' as const),
      orbId: fc.constantFrom('o', 'p'),
      threadId: fc.constantFrom('a', 'b'),
    }),
  )
  const grant = fc.record({
    role: fc.constantFrom('observer' as const, 'operator' as const, 'owner' as const),
    scope: fc.oneof(
      { weight: 1, arbitrary: scope },
      { weight: 4, arbitrary: scope.filter(({ kind }) => kind !== 'all') },
    ),
    expiresAt: fc.constantFrom(null, AT - 1, AT, AT + 1),
  })
  const grants = fc.array(grant, { maxLength: 5 })
  const seen = (given: readonly Grant[], orbId: string): string => {
    const threads = threadsSeen(given, orbId, AT)
    return threads === 'all' ? 'all' : [...threads].sort().join()
  }
  const sight = (given: readonly Grant[]): string =>
    may(given, 'see', EVERYTHING, AT) ? 'everything' : seen(given, 'o') + ' and ' + seen(given, 'p')
  fc.assert(
    fc.property(grants, grants, (one, two) => {
      const sameFleet = JSON.stringify(entry('fleet', one, 'me')) === JSON.stringify(entry('fleet', two, 'me'))
      expect(sameFleet).toBe(sight(one) === sight(two))
      const sameOrb = JSON.stringify(entry('orb', one)) === JSON.stringify(entry('orb', two))
      expect(sameOrb).toBe(seen(one, 'o') === seen(two, 'o'))
    }),
    { numRuns: 2000 },
  )
})
