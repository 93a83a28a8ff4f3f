import type { SessionUpdate } from '@agentclientprotocol/sdk'
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SessionRecord } from './record.ts'

/**
 * Sessions in a folder: `ID.json` holds the record, `ID.jsonl` the history, one update a line.
 * A line or a record that cannot be read is left out; nothing here stops the agent from starting.
 */
export class SessionStore {
  readonly #folder: string
  readonly #unwritten = new Map<string, string[]>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  /** The record of a session, or null where there is none that can be read. */
  read(sessionId: string): SessionRecord | null {
    if (!/^[a-z0-9]{1,64}$/.test(sessionId)) return null
    return this.#readFile(`${sessionId}.json`)
  }

  /** Keeps a record, the former or the new one whole. */
  save(record: SessionRecord): void {
    const file = join(this.#folder, `${record.sessionId}.json`)
    writeFileSync(`${file}.new`, JSON.stringify(record), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }

  /** All records, the one used last first. */
  list(): SessionRecord[] {
    const records = readdirSync(this.#folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => this.#readFile(name))
      .filter((record) => record !== null)
    return records.sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
  }

  /** Adds an update to the history of a session. It is written with the others of this moment: one write each would be slow. */
  append(sessionId: string, update: SessionUpdate): void {
    if (this.#unwritten.size === 0) setImmediate(() => this.flush())
    const lines = this.#unwritten.get(sessionId)
    if (lines === undefined) this.#unwritten.set(sessionId, [JSON.stringify(update)])
    else lines.push(JSON.stringify(update))
  }

  /** Writes what is still to be written. */
  flush(): void {
    for (const [sessionId, lines] of this.#unwritten) {
      appendFileSync(this.#history(sessionId), `${lines.join('\n')}\n`, { mode: 0o600 })
    }
    this.#unwritten.clear()
  }

  /** The history of a session from its start, read as it is asked for: its length costs no memory. */
  async *history(sessionId: string): AsyncGenerator<SessionUpdate> {
    this.flush()
    const file = this.#history(sessionId)
    if (!existsSync(file)) return
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      try {
        yield JSON.parse(line) as SessionUpdate
      } catch {
        // The last line may be torn by a crash.
      }
    }
  }

  #history(sessionId: string): string {
    return join(this.#folder, `${sessionId}.jsonl`)
  }

  #readFile(name: string): SessionRecord | null {
    try {
      const parsed = SessionRecord.safeParse(JSON.parse(readFileSync(join(this.#folder, name), 'utf8')))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }
}
