import type { FleetOrb } from '../../shared/rooms/content.ts'
import type { OrbFace } from '../look/states.ts'

/** The sections of the home screen, in their order: what needs a person comes first. */
export type FleetSection = 'waits' | 'working' | 'trouble' | 'finished' | 'idle'

/** A section with its orbs; empty ones are left out. */
export interface FleetGroup {
  readonly section: FleetSection
  readonly orbs: readonly FleetOrb[]
}

/** "Since yesterday": what ended while one slept is still news in the evening. */
const NEWS_MS = 36 * 60 * 60_000

const ORDER: readonly FleetSection[] = ['waits', 'working', 'trouble', 'finished', 'idle']

/** Sorts a fleet into sections. In the first whoever has waited longest leads, in the others the newest activity. */
export function groupFleet(orbs: readonly FleetOrb[], now: number): FleetGroup[] {
  return ORDER.map((section): FleetGroup => {
    const members = orbs.filter((orb) => sectionOf(orb, now) === section)
    return { section, orbs: members.toSorted(section === 'waits' ? byWait : byActivity) }
  }).filter((group) => group.orbs.length > 0)
}

/** The face of an orb. What waits outweighs all: it can be answered even while the orb is away. */
export function faceOf(orb: Pick<FleetOrb, 'waits' | 'awaySince' | 'state'>): OrbFace {
  if (orb.waits > 0) return 'waits'
  if (orb.awaySince !== null) return 'unreachable'
  return orb.state === 'ready' ? 'idle' : orb.state
}

function sectionOf(orb: FleetOrb, now: number): FleetSection {
  const face = faceOf(orb)
  if (face === 'waits' || face === 'working') return face
  if (face === 'failed' || face === 'unreachable') return 'trouble'
  if (face === 'starting') return 'working'
  return orb.runEnded !== null && now - orb.runEnded.at < NEWS_MS ? 'finished' : 'idle'
}

function byWait(one: FleetOrb, other: FleetOrb): number {
  return (one.waitsFor?.since ?? 0) - (other.waitsFor?.since ?? 0)
}

function byActivity(one: FleetOrb, other: FleetOrb): number {
  return other.lastActivity - one.lastActivity
}
