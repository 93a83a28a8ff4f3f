import { LIMITS } from '../../shared/limits.ts'
import type { Roster } from '../../shared/devices/roster.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import type { RosterHead } from '../../shared/link/messages.ts'
import type { Rosters } from '../devices/rosters.ts'

/** One message takes about this much of its bound; one entry can never be larger. */
const MESSAGE_BYTES = LIMITS.linkMessageBytes / 2

/** Tells one orb the roster's entries, each once and in order. */
export interface RosterFeed {
  /** Sends what was committed since the last time. */
  tell(): void
}

/** What a roster's head is, as the link says it. */
export function headOf(roster: Roster | null): RosterHead | null {
  return roster === null ? null : { founding: roster.founding, version: roster.version, hash: roster.hash }
}

/**
 * The entries that an orb lacks, beginning after what it says that it holds; from entry 0 where that is nothing, or no
 * part of this relay's chain, so that the runner sees for itself where the two differ.
 */
export function createRosterFeed(
  rosters: Pick<Rosters, 'present' | 'entriesAfter'>,
  held: RosterHead | null,
  send: (entries: RosterEntry[]) => void,
): RosterFeed {
  let told = heldVersion(rosters, held)
  return {
    tell() {
      for (const entries of inMessages(rosters.entriesAfter(told))) {
        send(entries)
        told = entries.at(-1)?.version ?? told
      }
    },
  }
}

function heldVersion({ present, entriesAfter }: Pick<Rosters, 'present' | 'entriesAfter'>, held: RosterHead | null) {
  if (present === null || held === null || held.founding !== present.founding) return -1
  // A runner that knows more than this relay needs nothing: it sees in the welcome that this relay has gone back.
  if (held.version > present.version) return held.version
  const next = entriesAfter(held.version)[0]
  // While an entry is being committed the present roster is one ahead of the entries.
  const hash = next?.previous ?? (held.version === present.version ? present.hash : held.hash)
  return hash === held.hash ? held.version : -1
}

function inMessages(entries: readonly RosterEntry[]): RosterEntry[][] {
  const messages: RosterEntry[][] = []
  let bytes = 0
  for (const entry of entries) {
    const size = Buffer.byteLength(JSON.stringify(entry))
    const last = messages.at(-1)
    bytes += size
    if (last !== undefined && last.length < LIMITS.linkBatch && bytes <= MESSAGE_BYTES) last.push(entry)
    else {
      messages.push([entry])
      bytes = size
    }
  }
  return messages
}
