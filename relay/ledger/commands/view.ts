import type { Actor } from '../../../shared/approvals/decision.ts'
import type { CommandBody, LinkCommand } from '../../../shared/commands/commands.ts'
import type { CommandView } from '../../../shared/rooms/content.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { CommandTable } from '../schema/tables.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'

/** How much of a prompt its view shows, in characters. */
const PREVIEW_CHARS = 500

const one = statement((slot: { commandId: string }) =>
  query.selectFrom('commands').selectAll().where('command_id', '=', slot.commandId),
)

const unfinished = statement((slot: { orbId: string; after: number }) =>
  query
    .selectFrom('commands')
    .selectAll('commands')
    .innerJoin('orbs', 'orbs.orb_id', 'commands.orb_id')
    .where('commands.orb_id', '=', slot.orbId)
    .where('cmd_seq', '>', slot.after)
    .where(({ eb, lit }) => eb('finished', '=', lit(0)))
    .whereRef('commands.generation', '=', 'orbs.generation')
    .orderBy('cmd_seq'),
)

const underWay = statement((slot: { orbId: string }) =>
  query
    .selectFrom('commands')
    .selectAll()
    .where('orb_id', '=', slot.orbId)
    .where(({ eb, lit }) => eb('finished', '=', lit(0))),
)

const endedBadly = statement((slot: { orbId: string; limit: number }) =>
  query
    .selectFrom('commands')
    .selectAll()
    .where('orb_id', '=', slot.orbId)
    .where(({ eb, lit }) => eb('listed', '=', lit(1)))
    .where('finished', '=', 1)
    .orderBy('cmd_seq', 'desc')
    .limit(slot.limit),
)

type Row = Omit<CommandTable, 'finished' | 'listed'>

/** A command as people see it, with the orb that it belongs to; null where there is none. */
export function commandView(store: Store, commandId: string): { orbId: string; command: CommandView } | null {
  const row = store.first(one, { commandId })
  return row === undefined ? null : { orbId: row.orb_id, command: view(row) }
}

/** The commands of an orb that are under way, and the newest that ended other than well, by rising number. */
export function listedCommands(store: Store, orbId: string, limit: number): CommandView[] {
  const rows = [...store.all(underWay, { orbId }), ...store.all(endedBadly, { orbId, limit })]
  return rows.sort((a, b) => a.cmd_seq - b.cmd_seq).map(view)
}

/** What a link has to deliver after a hello: unfinished commands of the present generation, by rising number. */
export function unfinishedCommands(op: Operation, orbId: string, finishedCmdSeq: number): LinkCommand[] {
  return op.store.all(unfinished, { orbId, after: finishedCmdSeq }).map((row) => ({
    commandId: row.command_id,
    cmdSeq: row.cmd_seq,
    generation: row.generation,
    fence: row.fence,
    at: row.at,
    by: JSON.parse(row.by) as Actor,
    command: JSON.parse(row.body) as CommandBody,
  }))
}

function view(row: Row): CommandView {
  const body = JSON.parse(row.body) as CommandBody
  return {
    commandId: row.command_id,
    cmdSeq: row.cmd_seq,
    kind: row.kind,
    threadId: row.thread_id,
    state: row.state,
    at: row.at,
    by: JSON.parse(row.by) as Actor,
    message: row.message,
    text: body.kind === 'prompt' ? body.text.slice(0, PREVIEW_CHARS) : null,
  }
}
