import { expect, test } from 'vitest'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { faceOf, groupFleet, searchFleet, type FleetView } from './group-fleet.ts'

const HOUR = 3_600_000
const now = 1000 * HOUR
const byState: FleetView = { order: 'state', lookedAt: () => now - 36 * HOUR }

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
    byState,
  )
  expect(groups.map((group) => [group.section, group.orbs.map((one) => one.orbId)])).toEqual([
    ['waits', ['long', 'short']],
    ['working', ['busy']],
    ['trouble', ['broken', 'gone']],
    ['finished', ['done']],
    ['idle', ['old']],
  ])
})

test('by project what waits still comes first, and the project that moved last leads the others', () => {
  const groups = groupFleet(
    [
      orb('none', { lastActivity: now }),
      orb('old', { project: 'docs', lastActivity: now - HOUR }),
      orb('new', { project: 'api', lastActivity: now - 5 }),
      orb('newer', { project: 'api', lastActivity: now - 1 }),
      waits('asks', now - 1, { project: 'docs' }),
    ],
    { ...byState, order: 'project' },
  )
  expect(groups.map(({ section, project, orbs }) => [section, project, ...orbs.map((one) => one.orbId)])).toEqual([
    ['waits', null, 'asks'],
    ['project', 'api', 'newer', 'new'],
    ['project', 'docs', 'old'],
    ['project', null, 'none'],
  ])
})

test('a run that ended is news until its orb was looked at', () => {
  const done = orb('done', { runEnded: { at: now, stopReason: 'end_turn', threadId: 't' } })
  const sections = (lookedAt: number): string[] =>
    groupFleet([done], { order: 'state', lookedAt: () => lookedAt }).map(({ section }) => section)
  expect(sections(now - 1)).toEqual(['finished'])
  expect(sections(now)).toEqual(['idle'])
})

test('a search finds every word, in names, projects and what an orb does', () => {
  const fleet = [orb('api', { project: 'Backend', activity: 'Editing hero.tsx' }), orb('docs')]
  const found = (words: string): string[] => searchFleet(fleet, words).map(({ orbId }) => orbId)
  expect(found(' backend HERO')).toEqual(['api'])
  expect(found('docs hero')).toEqual([])
  expect(found('  ')).toEqual(['api', 'docs'])
})

test.each<[Partial<FleetOrb>, string]>([
  [{ waits: 1, awaySince: 5 }, 'waits'],
  [{ awaySince: 5, state: 'working' }, 'unreachable'],
  [{ state: 'ready' }, 'idle'],
  [{ state: 'stopped' }, 'stopped'],
])('the face of %j is %s', (facts, face) => {
  expect(faceOf(orb('o', facts))).toBe(face)
})
