import type * as Y from 'yjs'
import { threadsSeen, type Grant } from '../../shared/people/grants.ts'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import type { Change, Ledger, OrbSnapshot } from '../ledger/ledger.ts'
import { setFact, type Left, type RoomContent } from './content.ts'
import { FLEET, orbTopic } from './feed.ts'
import { KeyedMap } from './keyed-map.ts'
import { PartialOrb } from './partial-orb.ts'
import type { Seen } from './sight.ts'

/** Whose home screen it is. */
export interface FleetSight {
  readonly grants: readonly Grant[]
  /** The moment at which the grants are read: where one ends later, the fleet is made anew. */
  readonly at: number
  /** The present version of the roster, or null before there is one. */
  readonly rosterVersion: () => number | null
}

/** The home screen: every orb that a person sees, in a few facts. */
export function fleetContent(ledger: Ledger, { grants, at, rosterVersion }: FleetSight): RoomContent {
  const orbs = new KeyedMap<FleetOrb>(['lastActivity', 'activity'])
  const partial = new Map<string, PartialOrb>()
  const seenOf = (orbId: string): Seen => threadsSeen(grants, orbId, at)
  const partly = new Set(
    grants.flatMap(({ scope }) => (scope.kind === 'thread' && isPart(seenOf(scope.orbId)) ? [scope.orbId] : [])),
  )

  const show = (orb: FleetOrb, snapshot: OrbSnapshot | null): void => {
    const seen = seenOf(orb.orbId)
    if (seen === 'all') orbs.set(orb.orbId, orb)
    if (!isPart(seen)) return
    const part = partial.get(orb.orbId) ?? new PartialOrb(orb, seen, snapshot)
    partial.set(orb.orbId, part)
    orbs.set(orb.orbId, part.view())
  }
  const orbIdOf = (change: Change): string | null => {
    if (change.type === 'fleet') return change.orb.orbId
    if (change.type === 'thread') return change.orbId
    return change.type === 'approval' ? change.approval.orbId : null
  }

  return {
    topics: [FLEET, ...[...partly].map(orbTopic)],
    async load() {
      const [all, ...snapshots] = await Promise.all([ledger.fleet(), ...[...partly].map((orbId) => ledger.orb(orbId))])
      for (const orb of all) show(orb, snapshots.find((each) => each?.orb.orbId === orb.orbId) ?? null)
      return true
    },
    stage(change: Change) {
      if (change.type === 'removed') {
        partial.delete(change.orbId)
        orbs.delete(change.orbId)
        return
      }
      if (change.type === 'fleet') show(change.orb, null)
      const orbId = orbIdOf(change)
      const part = orbId === null ? undefined : partial.get(orbId)
      if (orbId === null || part === undefined) return
      part.stage(change)
      orbs.set(orbId, part.view())
    },
    write(doc: Y.Doc, settle: boolean): Left {
      const version = rosterVersion()
      if (version !== null) setFact(doc.getMap('meta'), 'rosterVersion', version)
      return orbs.write(doc.getMap('orbs'), settle) ? 'later' : 'nothing'
    },
  }
}

function isPart(seen: Seen): seen is ReadonlySet<string> {
  return seen !== 'all' && seen.size > 0
}
