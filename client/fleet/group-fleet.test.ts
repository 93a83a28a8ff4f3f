import { expect, test } from 'vitest'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { faceOf, groupFleet } from './group-fleet.ts'

const HOUR = 3_600_000
const now = 1000 * HOUR

function orb(orbId: string, facts: Partial<FleetOrb> = {}): FleetOrb {
  return {
    orbId,
    title: orbId,
    state: 'idle',
    isolation: 'none',
    asking: null,
    answeredFromInside: null,
    awaySince: null,
    waits: 0,
    waitsFor: null,
    lastActivity: now,
    activity: null,
    runEnded: null,
    newestThreadId: null,
    ...facts,
  }
}

function waits(orbId: string, since: number, facts: Partial<FleetOrb> = {}): FleetOrb {
  const waitsFor = { approvalId: 'a', threadId: 't', title: 'x', risk: 'write', since }
  return orb(orbId, { waits: 1, waitsFor, state: 'working', ...facts })
}

test('what waits comes first, the longest wait leading, even where the orb is away', () => {
  const groups = groupFleet(
    [
      orb('busy', { state: 'working' }),
      waits('short', now - 1),
      waits('long', now - HOUR, { awaySince: now - 5 }),
      orb('broken', { state: 'failed' }),
      orb('gone', { awaySince: now - HOUR, state: 'working', lastActivity: now - HOUR }),
      orb('done', { runEnded: { at: now - HOUR, stopReason: 'end_turn', threadId: 't' } }),
      orb('old', { runEnded: { at: now - 50 * HOUR, stopReason: 'end_turn', threadId: 't' } }),
    ],
    now,
  )
  expect(groups.map((group) => [group.section, group.orbs.map((one) => one.orbId)])).toEqual([
    ['waits', ['long', 'short']],
    ['working', ['busy']],
    ['trouble', ['broken', 'gone']],
    ['finished', ['done']],
    ['idle', ['old']],
  ])
})

test.each<[Partial<FleetOrb>, string]>([
  [{ waits: 1, awaySince: 5 }, 'waits'],
  [{ awaySince: 5, state: 'working' }, 'unreachable'],
  [{ state: 'ready' }, 'idle'],
  [{ state: 'stopped' }, 'stopped'],
])('the face of %j is %s', (facts, face) => {
  expect(faceOf(orb('o', facts))).toBe(face)
})
