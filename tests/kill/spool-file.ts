import Database from 'better-sqlite3'
import { join } from 'node:path'

/** An event as the runner's file holds it. */
export interface SpoolEvent {
  readonly seq: number
  readonly json: string
}

/** A runner's own file, read from outside while it runs, or while it lies as a crash left it. */
export interface SpoolFile {
  readonly stream: string
  /** The highest event that the runner has written down as acknowledged. */
  acked(): number
  /** The highest event that is on disk. */
  last(): number
  events(afterSeq: number): SpoolEvent[]
  /** How far the runner has come with a command, or null where it does not know it. */
  commandState(commandId: string): string | null
  close(): void
}

/** Opens the file of the orb `name` in a state folder read-only. */
export function openSpoolFile(state: string, name: string): SpoolFile {
  const db = new Database(join(state, 'orbs', name, 'spool.sqlite'), { readonly: true, fileMustExist: true })
  const fact = db.prepare<[string], { value: string }>('SELECT value FROM facts WHERE name = ?')
  const last = db.prepare<[], { last: number | null }>('SELECT max(seq) AS last FROM spool')
  const events = db.prepare<[number], SpoolEvent>('SELECT seq, json FROM spool WHERE seq > ? ORDER BY seq')
  const command = db.prepare<[string], { state: string }>('SELECT state FROM commands WHERE command_id = ?')
  return {
    stream: fact.get('stream')?.value ?? '',
    acked: () => Number(fact.get('acked')?.value ?? 0),
    last: () => last.get()?.last ?? 0,
    events: (afterSeq) => events.all(afterSeq),
    commandState: (commandId) => command.get(commandId)?.state ?? null,
    close: () => db.close(),
  }
}
