import { roomName } from '../../shared/rooms/names.ts'
import type { Change } from '../ledger/ledger.ts'

/** The subject under which a change is told: a thread's events, an orb's facts, the orbs of every fleet. */
export type Topic = string

/** What every fleet follows. */
export const FLEET: Topic = 'fleet'

/** What the room of an orb follows, and a fleet that shows only some of its threads. */
export function orbTopic(orbId: string): Topic {
  return roomName('orb', orbId)
}

/** What the room of a thread follows. */
export function threadTopic(threadId: string): Topic {
  return roomName('thread', threadId)
}

/** Who follows which topics: a change costs a look at those that it is for, however many rooms there are. */
export class Followers<R> {
  readonly #byTopic = new Map<Topic, Set<R>>()

  /** Lets a room follow topics. */
  add(room: R, topics: readonly Topic[]): void {
    for (const topic of topics) {
      const rooms = this.#byTopic.get(topic)
      if (rooms === undefined) this.#byTopic.set(topic, new Set([room]))
      else rooms.add(room)
    }
  }

  /** Ends that. */
  remove(room: R, topics: readonly Topic[]): void {
    for (const topic of topics) {
      const rooms = this.#byTopic.get(topic)
      rooms?.delete(room)
      if (rooms?.size === 0) this.#byTopic.delete(topic)
    }
  }

  /** The changes of a committed group by the room that follows them, in order. */
  group(changes: readonly Change[]): ReadonlyMap<R, readonly Change[]> {
    const groups = new Map<R, Change[]>()
    for (const change of changes) {
      for (const topic of this.#topicsOf(change)) {
        for (const room of this.#byTopic.get(topic) ?? []) {
          const group = groups.get(room)
          if (group === undefined) groups.set(room, [change])
          // A room that follows several topics gets a change once.
          else if (group.at(-1) !== change) group.push(change)
        }
      }
    }
    return groups
  }

  #topicsOf(change: Change): Iterable<Topic> {
    switch (change.type) {
      case 'entry':
        return [threadTopic(change.threadId)]
      case 'fleet':
      case 'removed':
        return [FLEET]
      case 'approval':
        return [orbTopic(change.approval.orbId)]
      case 'orb':
        return [orbTopic(change.orb.orbId)]
      case 'storage':
        return this.#byTopic.keys()
      case 'deliver':
        return []
      default:
        return [orbTopic(change.orbId)]
    }
  }
}
