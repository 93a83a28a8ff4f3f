import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'

/** Of a prompt, what is compared: more tells nothing more. */
const PROMPT_CHARS = 500

/** What was done in a session, by our own log. */
export interface Remembered {
  /** Beginnings of the prompts that the harness was given, oldest first, with single blanks for all white space. */
  readonly prompts: readonly string[]
  /** Ids of tool calls that were completed. */
  readonly calls: readonly string[]
}

/** What happened in each session of the harness, to compare with what the harness remembers of it. */
export class SessionMemory {
  readonly #journal: Journal
  readonly #insert
  readonly #rows
  readonly #delete

  constructor(db: OrbDatabase, journal: Journal) {
    this.#journal = journal
    this.#insert = db.prepare('INSERT INTO session_memory (session_id, kind, said) VALUES (?, ?, ?)')
    this.#rows = db.prepare<[string], { kind: string; said: string }>(
      'SELECT kind, said FROM session_memory WHERE session_id = ? ORDER BY rowid',
    )
    this.#delete = db.prepare('DELETE FROM session_memory WHERE session_id = ?')
  }

  /** The harness was given a prompt. */
  prompted(sessionId: string, text: string): void {
    const said = comparable(text)
    this.#journal.enqueue(() => this.#insert.run(sessionId, 'prompt', said))
  }

  /** A tool call was completed. */
  called(sessionId: string, toolCallId: string): void {
    this.#journal.defer(() => this.#insert.run(sessionId, 'call', toolCallId))
  }

  /** What happened in a session. */
  of(sessionId: string): Remembered {
    this.#journal.commit()
    const rows = this.#rows.all(sessionId)
    const said = (kind: string): string[] => rows.filter((row) => row.kind === kind).map((row) => row.said)
    return { prompts: said('prompt'), calls: [...new Set(said('call'))] }
  }

  /** The session is left for good. */
  forget(sessionId: string): void {
    this.#journal.enqueue(() => this.#delete.run(sessionId))
  }
}

/** A text as it is compared. */
export function comparable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, PROMPT_CHARS)
}
