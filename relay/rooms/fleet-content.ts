import type * as Y from 'yjs'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import type { Left, RoomContent } from './content.ts'
import { KeyedMap } from './keyed-map.ts'

/** The home screen: every orb in a few facts. */
export function fleetContent(ledger: Ledger): RoomContent {
  const orbs = new KeyedMap<FleetOrb>(['lastActivity', 'activity'])

  return {
    async load() {
      for (const orb of await ledger.fleet()) orbs.set(orb.orbId, orb)
      return true
    },
    stage(change: Change) {
      if (change.type === 'fleet') orbs.set(change.orb.orbId, change.orb)
    },
    write(doc: Y.Doc, settle: boolean): Left {
      return orbs.write(doc.getMap('orbs'), settle) ? 'later' : 'nothing'
    },
  }
}
