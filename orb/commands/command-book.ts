import { LinkCommand } from '../../shared/commands/commands.ts'
import type { KnownReport } from '../../shared/link/reports.ts'
import type { OrbDatabase } from '../spool/database.ts'
import type { Journal } from '../spool/journal.ts'

/** How far a command has come on this side. The last four are ends. */
export type CommandStep = 'received' | 'intent' | 'applied' | 'refused' | 'undeliverable' | 'unknown'

/** An end of a command. */
export type CommandEnd = Exclude<CommandStep, 'received' | 'intent'>

interface Known {
  readonly cmdSeq: number
  step: CommandStep
}

/**
 * Every command that ever came down the link, once. `intent` is on disk before anything is written to the harness and
 * `applied` after it, so that after a crash it is known which commands may have been carried out; those are never
 * carried out again. A command that may be carried out twice has no intent, and is begun again.
 */
export class CommandBook {
  readonly #journal: Journal
  readonly #report: (report: KnownReport) => void
  readonly #known = new Map<string, Known>()
  readonly #finished = new Set<number>()
  readonly #insert
  readonly #update
  readonly #read
  #finishedUpTo = 0

  constructor(db: OrbDatabase, journal: Journal, report: (report: KnownReport) => void) {
    this.#journal = journal
    this.#report = report
    this.#insert = db.prepare("INSERT INTO commands (command_id, cmd_seq, state, json) VALUES (?, ?, 'received', ?)")
    // A finished command's text is in the transcript; here its id is enough.
    this.#update = db.prepare(
      "UPDATE commands SET state = @step, json = CASE WHEN @step = 'intent' THEN json ELSE '' END WHERE command_id = @commandId",
    )
    this.#read = db.prepare<[string], { json: string }>('SELECT json FROM commands WHERE state = ? ORDER BY cmd_seq')
    const rows = db
      .prepare<[], { command_id: string; cmd_seq: number; state: CommandStep }>(
        'SELECT command_id, cmd_seq, state FROM commands ORDER BY cmd_seq',
      )
      .all()
    for (const row of rows) {
      this.#known.set(row.command_id, { cmdSeq: row.cmd_seq, step: row.state })
      if (isEnd(row.state)) this.#noteFinished(row.cmd_seq)
    }
  }

  /** The highest number below which every command is finished. */
  finishedCmdSeq(): number {
    return this.#finishedUpTo
  }

  /** Stores a command and reports it delivered; false for one that is known already. */
  receive(command: LinkCommand): boolean {
    const { commandId, cmdSeq } = command
    if (this.#known.has(commandId)) return false
    this.#known.set(commandId, { cmdSeq, step: 'received' })
    const json = JSON.stringify(command)
    this.#journal.enqueue(() => this.#insert.run(commandId, cmdSeq, json))
    this.#report({ name: 'command.effect', commandId, cmdSeq, effect: 'delivered', message: null })
    return true
  }

  /** Refuses a command of a kind that this version does not know, once. */
  refuseUnknown(commandId: string, cmdSeq: number): void {
    if (this.#known.has(commandId)) return
    this.#known.set(commandId, { cmdSeq, step: 'received' })
    this.#journal.enqueue(() => this.#insert.run(commandId, cmdSeq, ''))
    this.finish(commandId, 'refused', 'This runner does not know how to do that. Install the version of the relay.')
  }

  /** Notes that the harness is about to be written to; true once that is on disk, and only then may it be. */
  intend(commandId: string): boolean {
    const known = this.#known.get(commandId)
    if (known === undefined || isEnd(known.step)) return false
    known.step = 'intent'
    this.#journal.enqueue(() => this.#update.run({ step: 'intent', commandId }))
    return this.#journal.commit()
  }

  /** Ends a command once and reports how; later ends of the same command change nothing. */
  finish(commandId: string, end: CommandEnd, message: string | null = null): boolean {
    const known = this.#known.get(commandId)
    if (known === undefined || isEnd(known.step)) return false
    known.step = end
    this.#noteFinished(known.cmdSeq)
    this.#journal.enqueue(() => this.#update.run({ step: end, commandId }))
    this.#report({ name: 'command.effect', commandId, cmdSeq: known.cmdSeq, effect: end, message })
    return true
  }

  /** How far a command has come, or null for an unknown one. */
  step(commandId: string): CommandStep | null {
    return this.#known.get(commandId)?.step ?? null
  }

  /** Commands that an earlier runner was about to carry out, or had: nobody can say which. */
  intended(): LinkCommand[] {
    return this.#commandsIn('intent')
  }

  /** Commands that were stored and not begun. */
  waiting(): LinkCommand[] {
    return this.#commandsIn('received')
  }

  #commandsIn(step: CommandStep): LinkCommand[] {
    const commands: LinkCommand[] = []
    for (const { json } of this.#read.all(step)) {
      const parsed = LinkCommand.safeParse(JSON.parse(json))
      if (parsed.success) commands.push(parsed.data)
    }
    return commands
  }

  #noteFinished(cmdSeq: number): void {
    this.#finished.add(cmdSeq)
    while (this.#finished.delete(this.#finishedUpTo + 1)) this.#finishedUpTo += 1
  }
}

function isEnd(step: CommandStep): step is CommandEnd {
  return step !== 'received' && step !== 'intent'
}
