import type { Logger } from 'pino'
import type { AppendOutcome } from '../../shared/devices/pairing.ts'
import { foldEntry, foldRoster, type Roster } from '../../shared/devices/roster.ts'
import { entryHash, type RosterEntry } from '../../shared/devices/roster-entry.ts'
import type { Grant } from '../../shared/people/grants.ts'
import type { Ledger } from '../ledger/ledger.ts'

/** The roster of this relay: who counts, and the one way to change that. */
export interface Rosters {
  /**
   * Null before the first pairing. It changes as soon as an entry is found to fit, before the commit, so that a
   * revocation is never late; where the commit fails it goes back.
   */
  readonly present: Roster | null
  /** Committed entries above a version, in order; above -1: all. */
  entriesAfter(version: number): readonly RosterEntry[]
  /** Checks an entry and appends it, one at a time. `invitationId`: the pairing that it confirms. */
  append(entry: RosterEntry, invitationId: string | null): Promise<AppendOutcome>
  /** Appends entry 0, where there is none. */
  found(entry: RosterEntry): Promise<AppendOutcome>
  /** What a person may do now; nothing for one who is not in the roster. */
  grantsOf(personId: string): readonly Grant[]
  /** Calls `listener` after every commit of an entry, in order. Returns the way to stop. */
  subscribe(listener: (roster: Roster, entry: RosterEntry) => void): () => void
}

/** What a roster is kept with. */
export interface RostersOptions {
  readonly ledger: Pick<Ledger, 'roster' | 'appendRoster'>
  readonly log: Pick<Logger, 'info' | 'error'>
  readonly now: () => number
}

/** Reads the ledger's roster, and checks all of it. Rejects with a sentence for people where it does not hold. */
export async function openRosters({ ledger, log, now }: RostersOptions): Promise<Rosters> {
  const entries = await ledger.roster()
  let present = entries.length === 0 ? null : await checked(entries)
  const listeners = new Set<(roster: Roster, entry: RosterEntry) => void>()
  let line: Promise<unknown> = Promise.resolve()

  const inLine = (work: () => Promise<AppendOutcome>): Promise<AppendOutcome> => {
    const turn = line.then(work)
    line = turn.catch(() => undefined)
    return turn
  }

  const tell = (roster: Roster, entry: RosterEntry): void => {
    for (const listener of listeners) {
      try {
        listener(roster, entry)
      } catch (error) {
        log.error({ err: error }, 'a listener of the roster failed')
      }
    }
  }

  const commit = async (roster: Roster, entry: RosterEntry, invitationId: string | null): Promise<AppendOutcome> => {
    const before = present
    const { version, hash } = roster
    present = roster
    try {
      const outcome = await ledger.appendRoster({ entry, hash, invitationId, at: now() })
      if (outcome === 'no-invitation') {
        present = before
        return { outcome: 'refused', problem: 'no-invitation', message: NO_INVITATION }
      }
    } catch (error) {
      present = before
      throw error
    }
    entries.push(entry)
    log.info({ version, change: entry.change.kind, by: entry.by }, 'the roster has a new entry')
    tell(roster, entry)
    return { outcome: 'appended', version, hash }
  }

  const appendNext = async (entry: RosterEntry, invitationId: string | null): Promise<AppendOutcome> => {
    const folded = await foldEntry(present, entry)
    if (folded.outcome === 'ok') return commit(folded.roster, entry, invitationId)
    const { problem, message } = folded
    if (present !== null && (problem === 'fork' || problem === 'not-next')) return cameFirst(present, entry)
    return { outcome: 'refused', problem, message }
  }

  /** Sent again after a lost answer it is there already, and that is what its sender wants to hear. */
  const cameFirst = async ({ version, hash }: Roster, entry: RosterEntry): Promise<AppendOutcome> => {
    const known = entries[entry.version]
    const isKnown = known !== undefined && (await entryHash(known)) === (await entryHash(entry))
    if (isKnown) return { outcome: 'appended', version: entry.version, hash: await entryHash(known) }
    return { outcome: 'conflict', version, hash }
  }

  return {
    get present() {
      return present
    },
    entriesAfter: (version) => entries.slice(version + 1),
    append: (entry, invitationId) => inLine(() => appendNext(entry, invitationId)),
    found: (entry) =>
      inLine(async () => {
        if (present === null) return appendNext(entry, null)
        return { outcome: 'conflict', version: present.version, hash: present.hash }
      }),
    grantsOf: (personId) => present?.people.get(personId)?.grants ?? [],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NO_INVITATION =
  'The pairing that this should confirm is over, is not this device’s, or was not answered yet. Nothing was changed.'

async function checked(entries: readonly RosterEntry[]): Promise<Roster> {
  const folded = await foldRoster(entries)
  if (folded.outcome === 'ok') return folded.roster
  throw new Error(`The roster in the ledger was altered: ${folded.message} Restore the ledger from a backup.`)
}
