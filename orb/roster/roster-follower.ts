import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import type { RosterHead } from '../../shared/link/messages.ts'
import type { Refusal } from './refusals.ts'
import type { RosterBook } from './roster-book.ts'

/** Follows what the relay shows of the roster, and logs what was believed and what was not. */
export class RosterFollower {
  readonly #book: RosterBook
  readonly #log: (sentence: string) => void

  constructor(book: RosterBook, log: (sentence: string) => void) {
    this.#book = book
    this.#log = log
  }

  /**
   * Makes sure that this orb can tell whom to believe. `firstUse`: the first roster that it is shown will do.
   * @throws PerigeeError `unpaired` where it cannot
   */
  begin(firstUse: boolean): void {
    if (this.#book.founding !== null || firstUse) return
    throw new PerigeeError(
      'unpaired',
      'This orb is not enrolled, so it cannot tell whose decisions count. Let an owner make an enrolment in the app ' +
        '(Settings, Orbs), and start with --enrol-file FILE or --enrol -.',
    )
  }

  /** Entries came, in an order that the relay chose. */
  async take(entries: readonly RosterEntry[]): Promise<void> {
    const believedNobody = this.#book.founding === null
    this.#tell(await this.#book.take(entries))
    if (believedNobody && this.#book.founding !== null) {
      this.#log('This orb believes the first roster that the relay showed. Approvals count from now on.')
    }
  }

  /** Something came that should have been entries. */
  unreadable(): void {
    this.#tell(this.#book.refuseUnreadable())
  }

  /** The relay said which roster it holds; undefined: it said nothing. */
  shown(head: RosterHead | null | undefined): void {
    if (head !== undefined) this.#tell(this.#book.compare(head))
  }

  #tell(refusal: Refusal | null): void {
    if (refusal !== null) this.#log(refusal.sentence)
  }
}
