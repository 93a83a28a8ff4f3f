import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { entryHash, RosterEntry } from '../../shared/devices/roster-entry.ts'
import { foldEntry, type Roster } from '../../shared/devices/roster.ts'
import type { RosterHead } from '../../shared/link/messages.ts'
import type { OrbRoster } from '../../shared/link/reports.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Facts } from '../spool/facts.ts'
import type { Journal } from '../spool/journal.ts'
import { REFUSALS, type Refusal } from './refusals.ts'

/** The hash of the entry 0 that this orb believes; its presence outlives every relay. */
const FOUNDING = 'roster-founding'
/** Set where nobody named that entry out of band. */
const FIRST_USE = 'roster-first-use'

/**
 * The roster that this orb decides by. It is pinned to one first entry, grows by entries that each fit the one before,
 * and never gets shorter: what the relay shows beside it is refused, told, and changes nothing.
 */
export class RosterBook {
  readonly #journal: Journal
  readonly #facts: Facts
  readonly #insert
  readonly #hashes: string[] = []
  readonly #listeners = new Set<() => void>()
  #roster: Roster | null = null
  #problem: Refusal | null = null
  #taking: Promise<void> = Promise.resolve()

  /** Use openRosterBook: what is on disk has to be read first. */
  constructor(db: OrbDatabase, journal: Journal, facts: Facts) {
    this.#journal = journal
    this.#facts = facts
    this.#insert = db.prepare('INSERT INTO roster_entries (version, json) VALUES (?, ?)')
  }

  /** The roster as it stands; null before the first one. */
  get present(): Roster | null {
    return this.#roster
  }

  /** What a hello says of it. */
  get head(): RosterHead | null {
    if (this.#roster === null) return null
    const { founding, version, hash } = this.#roster
    return { founding, version, hash }
  }

  /** What orb.state says of it; null where there is nothing to say yet. */
  get view(): OrbRoster | null {
    if (this.#roster === null && this.#problem === null) return null
    const firstUse = this.#facts.get(FIRST_USE) === 'true'
    return { version: this.#roster?.version ?? null, firstUse, problem: this.#problem?.sentence ?? null }
  }

  /** The first entry's hash that this orb was told to believe, or that it has believed. */
  get founding(): string | null {
    return this.#facts.get(FOUNDING)
  }

  /** @throws PerigeeError `conflict` where another first entry than this one is believed already */
  refuseOther(founding: string): void {
    const { founding: pinned } = this
    if (pinned === null || pinned === founding) return
    throw new PerigeeError(
      'conflict',
      'The enrolment is by an owner of another installation than the one that this orb believes. ' +
        'Nothing was changed. To begin a new orb for it, name another --state folder or another --name.',
    )
  }

  /**
   * Believes the roster that begins with this entry, as an owner's device said out of band.
   * @throws PerigeeError as refuseOther does
   */
  pin(founding: string): void {
    this.refuseOther(founding)
    this.#facts.set(FOUNDING, founding)
    this.#facts.set(FIRST_USE, 'false')
  }

  /** Calls `listener` after every change of the roster or of what was wrong with it; gives the way to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Takes entries that the relay sent, in their order, as far as they are good. Gives what was refused, or null. */
  take(entries: readonly RosterEntry[]): Promise<Refusal | null> {
    const taken = this.#taking.then(() => this.#take(entries))
    this.#taking = taken.then(
      () => {},
      () => {},
    )
    return taken
  }

  /** Something came that should have been entries. Gives what is said of it. */
  refuseUnreadable(): Refusal {
    return this.#refuse(REFUSALS.unreadable(this.#roster?.version ?? null))
  }

  /** Resolves once everything that came before is taken or refused: no decision is judged by less. */
  settled(): Promise<void> {
    return this.#taking
  }

  /** Compares with what the relay says that it holds. Gives what is wrong with that, or null. */
  compare(head: RosterHead | null): Refusal | null {
    const mine = this.#roster
    if (mine === null) return null
    if (head === null) return this.#refuse(REFUSALS.rollback(null, mine.version))
    if (head.founding !== mine.founding) return this.#refuse(REFUSALS.otherFounding())
    if (head.version < mine.version) return this.#refuse(REFUSALS.rollback(head.version, mine.version))
    if (head.version === mine.version && head.hash !== mine.hash) return this.#refuse(REFUSALS.fork(head.version))
    return null
  }

  /** The roster once it has reached a version, or as it is after `ms` milliseconds. */
  async until(version: number, ms: number): Promise<Roster | null> {
    const isThere = (): boolean => (this.#roster?.version ?? -1) >= version
    if (!isThere()) {
      let stop = (): void => {}
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        stop = this.onChange(() => {
          if (!isThere()) return
          clearTimeout(timer)
          resolve()
        })
      })
      stop()
    }
    return this.#roster
  }

  /** Adds an entry that was read from disk. */
  async restore(entry: RosterEntry): Promise<void> {
    const folded = await foldEntry(this.#roster, entry)
    if (folded.outcome === 'refused') {
      throw new PerigeeError('internal', `The roster in this orb's state file is damaged. ${folded.message}`)
    }
    this.#use(folded.roster)
  }

  async #take(entries: readonly RosterEntry[]): Promise<Refusal | null> {
    const before = this.#roster
    for (const entry of entries) {
      const refusal = await this.#takeOne(entry)
      if (refusal !== null) return this.#refuse(refusal)
    }
    const shown = entries.at(-1)?.version ?? 0
    if (this.#roster !== null && this.#roster === before && shown < before.version) {
      return this.#refuse(REFUSALS.rollback(shown, before.version))
    }
    return null
  }

  async #takeOne(entry: RosterEntry): Promise<Refusal | null> {
    const present = this.#roster
    if (present !== null && entry.version <= present.version) {
      if ((await hashOf(entry)) === this.#hashes[entry.version]) return null
      return entry.version === 0 ? REFUSALS.otherFounding() : REFUSALS.fork(entry.version)
    }
    const folded = await foldEntry(present, entry)
    if (folded.outcome === 'refused') {
      if (folded.problem === 'fork') return REFUSALS.fork(entry.version)
      const isAhead = folded.problem === 'not-next' || (present === null && entry.version > 0)
      if (isAhead) return REFUSALS.gap(entry.version, present?.version ?? null)
      return REFUSALS.badEntry(entry.version, folded.message)
    }
    const { roster } = folded
    const { founding } = this
    if (founding !== null && roster.founding !== founding) return REFUSALS.otherFounding()
    if (founding === null) {
      this.#facts.set(FOUNDING, roster.founding)
      this.#facts.set(FIRST_USE, 'true')
    }
    const json = JSON.stringify(entry)
    this.#journal.enqueue(() => this.#insert.run(entry.version, json))
    // Nothing is decided by an entry that a crash could make this orb forget.
    this.#journal.commit()
    if (this.#problem?.passes === true) this.#problem = null
    this.#use(roster)
    return null
  }

  #use(roster: Roster): void {
    this.#roster = roster
    this.#hashes[roster.version] = roster.hash
    this.#tell()
  }

  #refuse(refusal: Refusal): Refusal {
    this.#problem = refusal
    this.#tell()
    return refusal
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Opens an orb's roster, and checks all of it again.
 * @throws PerigeeError where it is damaged
 */
export async function openRosterBook(db: OrbDatabase, journal: Journal, facts: Facts): Promise<RosterBook> {
  const book = new RosterBook(db, journal, facts)
  const rows = db.prepare<[], { json: string }>('SELECT json FROM roster_entries ORDER BY version').all()
  for (const { json } of rows) await book.restore(RosterEntry.parse(JSON.parse(json)))
  return book
}

async function hashOf(entry: RosterEntry): Promise<string | null> {
  try {
    return await entryHash(entry)
  } catch {
    // Text that nobody can have signed has no canonical form.
    return null
  }
}
