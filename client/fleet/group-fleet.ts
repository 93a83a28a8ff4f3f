import type { FleetOrb } from '../../shared/rooms/content.ts'
import type { OrbFace } from '../look/states.ts'
import type { FleetOrder } from './fleet-choices.ts'

/** The sections of the home screen by state, in their order: what needs a person comes first. */
export type FleetSection = 'waits' | 'working' | 'trouble' | 'finished' | 'idle'

/** A section with its orbs; empty ones are left out. */
export interface FleetGroup {
  /** The state, or where orbs stand by project `project` for all but what waits. */
  readonly section: FleetSection | 'project'
  /** The project's name; null for orbs without one, and for sections by state. */
  readonly project: string | null
  readonly orbs: readonly FleetOrb[]
}

/** What a fleet is sorted by. */
export interface FleetView {
  readonly order: FleetOrder
  /** Up to when an orb was looked at, ms: runs that ended later are news. */
  readonly lookedAt: (orbId: string) => number
}

const ORDER: readonly FleetSection[] = ['waits', 'working', 'trouble', 'finished', 'idle']

/** Sorts a fleet into sections. In the first whoever has waited longest leads, in the others the newest activity. */
export function groupFleet(orbs: readonly FleetOrb[], { order, lookedAt }: FleetView): FleetGroup[] {
  const sections = groupedBy(orbs, (orb) => sectionOf(orb, lookedAt))
  const group = (section: FleetSection): FleetGroup => ({
    section,
    project: null,
    orbs: (sections.get(section) ?? []).toSorted(section === 'waits' ? byWait : byActivity),
  })
  const groups = order === 'state' ? ORDER.map(group) : [group('waits'), ...byProject(orbs)]
  return groups.filter((one) => one.orbs.length > 0)
}

/** What is looked for stands in the name, the project or the line below, whatever its case. All orbs for no words. */
export function searchFleet(orbs: readonly FleetOrb[], words: string): readonly FleetOrb[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return orbs
  return orbs.filter(({ title, project, activity, waitsFor }) => {
    const text = [title, project, activity, waitsFor?.title].join('\n').toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** The face of an orb. What waits outweighs all: it can be answered even while the orb is away. */
export function faceOf(orb: Pick<FleetOrb, 'waits' | 'awaySince' | 'state'>): OrbFace {
  if (orb.waits > 0) return 'waits'
  if (orb.awaySince !== null) return 'unreachable'
  return orb.state === 'ready' ? 'idle' : orb.state
}

/** The project that moved last comes first; orbs without one come last. */
function byProject(orbs: readonly FleetOrb[]): FleetGroup[] {
  const rest = orbs.filter(({ waits }) => waits === 0).toSorted(byActivity)
  const projects = [...groupedBy(rest, (orb) => orb.project ?? null)]
  const groups = projects.map(([project, members]): FleetGroup => ({ section: 'project', project, orbs: members }))
  return groups.toSorted((one, other) => Number(one.project === null) - Number(other.project === null))
}

function sectionOf(orb: FleetOrb, lookedAt: FleetView['lookedAt']): FleetSection {
  const face = faceOf(orb)
  if (face === 'waits' || face === 'working') return face
  if (face === 'failed' || face === 'unreachable') return 'trouble'
  if (face === 'starting') return 'working'
  return orb.runEnded !== null && orb.runEnded.at > lookedAt(orb.orbId) ? 'finished' : 'idle'
}

function byWait(one: FleetOrb, other: FleetOrb): number {
  return (one.waitsFor?.since ?? 0) - (other.waitsFor?.since ?? 0)
}

function byActivity(one: FleetOrb, other: FleetOrb): number {
  return other.lastActivity - one.lastActivity
}

/** Map.groupBy, which not every browser in use has. Order is kept. */
function groupedBy<K>(orbs: readonly FleetOrb[], keyOf: (orb: FleetOrb) => K): Map<K, FleetOrb[]> {
  const groups = new Map<K, FleetOrb[]>()
  for (const orb of orbs) {
    const key = keyOf(orb)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [orb])
    else group.push(orb)
  }
  return groups
}
