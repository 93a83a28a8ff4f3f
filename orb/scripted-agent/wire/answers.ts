import type { AnyMessage, JsonRpcId } from '@agentclientprotocol/sdk'
import { appendDurably } from './journal.ts'
import { isResponse, type RawResponse, type Wire } from './wire.ts'

/** A line of `answers.jsonl`. `outcome` is `selected`, `cancelled`, `accept`, `decline`, `cancel` or `error`. */
export type AnswerRecord = {
  sessionId: string
  /** Null for a question that belongs to no tool call. */
  toolCallId: string | null
  kind: 'permission' | 'question'
  outcome: string
  optionId: string | null
  requestId: JsonRpcId
  /** Milliseconds since 1970. */
  at: number
  pid: number
}

type Asked = Pick<AnswerRecord, 'sessionId' | 'toolCallId' | 'kind'>

/**
 * Writes down every answer to a permission or a question as it arrives, before the agent acts on it:
 * late, repeated and unwanted ones too. A decision that was delivered twice leaves two lines.
 */
export function recordAnswers(wire: Wire, file: string): void {
  const asked = new Map<JsonRpcId, Asked>()
  wire.tapOutgoing((message) => {
    const request = readRequest(message)
    if (request !== null) asked.set(request.id, request.asked)
  })
  wire.tapIncoming((message) => {
    if (!isResponse(message)) return
    const question = asked.get(message.id)
    if (question === undefined) return
    appendDurably(file, {
      ...question,
      ...readAnswer(message),
      requestId: message.id,
      at: Date.now(),
      pid: process.pid,
    } satisfies AnswerRecord)
  })
}

function readRequest(message: AnyMessage): { id: JsonRpcId; asked: Asked } | null {
  if (!('method' in message) || !('id' in message)) return null
  const params = message.params as { sessionId: string; toolCallId?: string; toolCall?: { toolCallId: string } }
  const sessionId = params.sessionId
  switch (message.method) {
    case 'session/request_permission':
      return {
        id: message.id,
        asked: { sessionId, toolCallId: params.toolCall?.toolCallId ?? null, kind: 'permission' },
      }
    case 'elicitation/create':
      return { id: message.id, asked: { sessionId, toolCallId: params.toolCallId ?? null, kind: 'question' } }
    default:
      return null
  }
}

function readAnswer(response: RawResponse): Pick<AnswerRecord, 'outcome' | 'optionId'> {
  const result = response.result as { outcome?: { outcome?: string; optionId?: string }; action?: string } | undefined
  return {
    outcome: result?.outcome?.outcome ?? result?.action ?? 'error',
    optionId: result?.outcome?.optionId ?? null,
  }
}
