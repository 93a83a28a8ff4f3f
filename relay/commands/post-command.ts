import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CommandRequest, type CommandOutcome, type RequestedCommand } from '../../shared/commands/commands.ts'
import type { Target } from '../../shared/people/grants.ts'
import { actorOf, idParam, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { requireRight } from '../web/rights.ts'

/** Each outcome is a true answer with a body of its own; the status only sorts it for tools. */
const STATUS: Readonly<Record<CommandOutcome['outcome'], ContentfulStatusCode>> = {
  recorded: 200,
  conflict: 409,
  'stale-fence': 412,
  gone: 410,
  forbidden: 403,
}

/** POST /api/orbs/:orbId/commands: records a command once by its id. Answers after the commit. */
export async function postCommand(c: RelayContext): Promise<Response> {
  const { ledger, metrics, now } = c.var.services
  const orbId = idParam(c, 'orbId')
  const { commandId, fence, command } = await readJsonBody(c, CommandRequest)
  requireRight(c, 'operate', targetOf(orbId, command))
  const outcome = await ledger.recordCommand({ orbId, commandId, fence, command, by: actorOf(c), at: now() })
  metrics.command(command.kind, outcome.outcome)
  return c.json(outcome, STATUS[outcome.outcome])
}

/** What a command is about: a thread, or its orb as a whole. A new thread is the orb's. */
function targetOf(orbId: string, command: RequestedCommand): Target {
  switch (command.kind) {
    case 'prompt':
    case 'cancel':
    case 'thread.rename':
    case 'thread.archive':
    case 'thread.set':
      return { kind: 'thread', orbId, threadId: command.threadId }
    case 'thread.new':
    case 'harness.restart':
    case 'stop':
      return { kind: 'orb', orbId }
  }
}
