import type {
  PermissionOption,
  PermissionOptionKind,
  RequestPermissionRequest,
  RequestPermissionResponse,
  ToolCallUpdate,
  ToolKind,
} from '@agentclientprotocol/sdk'
import { crash } from '../faults/crash.ts'
import { CANCELLED, type Turn } from '../turns/turn.ts'

/** What came of asking. A cancelled permission ends the turn and is no verdict. */
export type Verdict = 'allowed' | 'refused'

/** On offer with every tool. The ids say nothing about the kinds, so that a client has to go by the kinds. */
const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'opt-a1', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'opt-a2', name: 'Always allow this kind', kind: 'allow_always' },
  { optionId: 'opt-r1', name: 'Reject once', kind: 'reject_once' },
  { optionId: 'opt-r2', name: 'Always reject this kind', kind: 'reject_always' },
]

/** True where a tool of this kind has to ask now. */
export function mustAsk(turn: Turn, kind: ToolKind): boolean {
  if (turn.session.standing.has(kind)) return false
  return turn.asks ?? turn.session.record.modeId === 'ask'
}

/** Asks the client whether a tool of a session may run, and remembers an answer that is meant for always. */
export async function askPermission(
  turn: Turn,
  toolCall: ToolCallUpdate,
  kind: ToolKind,
  sessionId = turn.sessionId,
): Promise<Verdict> {
  const options = offered(turn)
  const optionId = await choose(turn, { sessionId, toolCall, options })
  // By our own table: a fault may have changed the kinds that the client saw.
  const chosen = OPTIONS.find((option) => option.optionId === optionId)?.kind ?? 'reject_once'
  const verdict = isAllowing(chosen) ? 'allowed' : 'refused'
  if (chosen === 'allow_always' || chosen === 'reject_always') turn.session.standing.set(kind, verdict)
  return verdict
}

/**
 * Sends a permission request and gives the id of the option that was chosen, or null where the client
 * refused to handle the request. An answer of `cancelled` ends the turn.
 */
export async function choose(turn: Turn, request: RequestPermissionRequest): Promise<string | null> {
  const response = await ask(turn, request)
  turn.signal.throwIfAborted()
  if (response === null) return null
  if (response.outcome.outcome === 'selected') return response.outcome.optionId
  return turn.end(CANCELLED)
}

async function ask(turn: Turn, request: RequestPermissionRequest): Promise<RequestPermissionResponse | null> {
  const { client, wire } = turn.runtime
  const twice = turn.faults.get('duplicate-permission')
  if (twice !== null) {
    const first = `again-${request.toolCall.toolCallId}`
    const second = twice === 'call' ? `${first}-2` : first
    const answers = [first, second].map((id) => wire.requestRaw(id, 'session/request_permission', request))
    const answer = await Promise.race([...answers, turn.stopped()])
    return (answer?.result as RequestPermissionResponse | undefined) ?? null
  }
  const answer = client().request('session/request_permission', request, {
    cancellationSignal: turn.signal,
    stopWaitingOnCancel: !turn.faults.has('cancel-needs-answer'),
  })
  if (turn.faults.has('crash-at-permission')) await crash(turn)
  if (turn.faults.has('answered-inside')) {
    void answer.catch(() => {})
    return { outcome: { outcome: 'selected', optionId: 'opt-a1' } }
  }
  return answer.catch(() => null)
}

function offered(turn: Turn): PermissionOption[] {
  const missing = turn.faults.get('missing-reject')
  if (missing === null) return [...OPTIONS]
  if (missing === 'kinds') return OPTIONS.map((option) => ({ ...option, kind: 'allow_once' }))
  return OPTIONS.filter((option) => isAllowing(option.kind))
}

function isAllowing(kind: PermissionOptionKind): boolean {
  return kind === 'allow_once' || kind === 'allow_always'
}
