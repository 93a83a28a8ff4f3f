import { roomName } from '../../shared/rooms/names.ts'
import type { Change } from '../ledger/ledger.ts'

/** The changes of a committed group by the room that shows them, in order, for those rooms that are in memory. */
export function groupByRoom(changes: readonly Change[], rooms: ReadonlyMap<string, unknown>): Map<string, Change[]> {
  const groups = new Map<string, Change[]>()
  const add = (name: string, change: Change): void => {
    if (!rooms.has(name)) return
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [change])
    else group.push(change)
  }
  for (const change of changes) {
    if (change.type === 'fleet' || change.type === 'storage') {
      for (const name of rooms.keys()) if (change.type === 'storage' || name.startsWith('fleet:')) add(name, change)
    } else add(roomOf(change), change)
  }
  return groups
}

function roomOf(change: Exclude<Change, { type: 'fleet' | 'storage' }>): string {
  switch (change.type) {
    case 'entry':
      return roomName('thread', change.threadId)
    case 'approval':
      return roomName('orb', change.approval.orbId)
    case 'orb':
      return roomName('orb', change.orb.orbId)
    default:
      return roomName('orb', change.orbId)
  }
}
