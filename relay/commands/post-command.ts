import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { CommandRequest, type CommandOutcome } from '../../shared/commands/commands.ts'
import { actorOf, idParam, type RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'

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
  const outcome = await ledger.recordCommand({ orbId, commandId, fence, command, by: actorOf(c), at: now() })
  metrics.command(command.kind, outcome.outcome)
  return c.json(outcome, STATUS[outcome.outcome])
}
