import type { CreateElicitationResponse, PermissionOption } from '@agentclientprotocol/sdk'
import type { Turn } from '../turns/turn.ts'
import { choose } from './permission.ts'

/** What came of a question. */
export type Answer = { tag: 'answered'; answer: string } | { tag: 'declined' } | { tag: 'unanswered' }

const NO_ANSWER = 'opt-q0'

/** Asks a question with options: as a form where the client knows forms, otherwise dressed as a permission. */
export async function askQuestion(turn: Turn, question: string, options: readonly string[]): Promise<Answer> {
  if (turn.runtime.capabilities.elicitation?.form) return askByForm(turn, question, options)
  return askByPermission(turn, question, options)
}

/** Asks the person to open a page; null where the client cannot show one. */
export async function askToOpen(turn: Turn, message: string, url: string): Promise<Answer | null> {
  const { client, capabilities } = turn.runtime
  if (!capabilities.elicitation?.url) return null
  const elicitationId = turn.nextCallId().replace('call', 'page')
  const sessionId = turn.sessionId
  const response = client().request(
    'elicitation/create',
    { mode: 'url', sessionId, elicitationId, url, message },
    { cancellationSignal: turn.signal, stopWaitingOnCancel: true },
  )
  const answer = readAnswer(await settle(turn, response), () => url)
  if (answer.tag === 'answered') await client().notify('elicitation/complete', { elicitationId })
  return answer
}

async function askByForm(turn: Turn, question: string, options: readonly string[]): Promise<Answer> {
  const titles = new Map(options.map((title, index) => [`choice-${index + 1}`, title]))
  const response = turn.runtime.client().request(
    'elicitation/create',
    {
      mode: 'form',
      sessionId: turn.sessionId,
      message: question,
      requestedSchema: {
        type: 'object',
        properties: {
          choice: {
            type: 'string',
            title: 'Choice',
            oneOf: [...titles].map(([value, title]) => ({ const: value, title })),
          },
          other: { type: 'string', title: 'Something else', maxLength: 500 },
        },
      },
    },
    { cancellationSignal: turn.signal, stopWaitingOnCancel: true },
  )
  return readAnswer(await settle(turn, response), (content) => {
    const { choice, other } = content
    if (typeof other === 'string' && other !== '') return other
    return typeof choice === 'string' ? (titles.get(choice) ?? choice) : ''
  })
}

async function askByPermission(turn: Turn, question: string, options: readonly string[]): Promise<Answer> {
  const toolCallId = turn.nextCallId()
  const rawInput = { question, options }
  turn.openCalls.add(toolCallId)
  await turn.show({
    sessionUpdate: 'tool_call',
    toolCallId,
    kind: 'think',
    name: 'ask',
    title: question,
    status: 'pending',
    rawInput,
  })
  const choices = options.map((name, index): PermissionOption => ({
    optionId: `opt-q${index + 1}`,
    name,
    kind: 'allow_once',
  }))
  const optionId = await choose(turn, {
    sessionId: turn.sessionId,
    toolCall: { toolCallId, kind: 'think', title: question, status: 'pending', rawInput },
    options: [...choices, { optionId: NO_ANSWER, name: 'Do not answer', kind: 'reject_once' }],
  })
  const answer = choices.find((choice) => choice.optionId === optionId)?.name
  turn.openCalls.delete(toolCallId)
  await turn.show({
    sessionUpdate: 'tool_call_update',
    toolCallId,
    status: answer === undefined ? 'failed' : 'completed',
    rawOutput: { answer: answer ?? null },
  })
  return answer === undefined ? { tag: 'declined' } : { tag: 'answered', answer }
}

async function settle(turn: Turn, response: Promise<CreateElicitationResponse>): Promise<CreateElicitationResponse> {
  const settled = await response.catch((): CreateElicitationResponse => ({ action: 'cancel' }))
  turn.signal.throwIfAborted()
  return settled
}

function readAnswer(response: CreateElicitationResponse, read: (content: Record<string, unknown>) => string): Answer {
  switch (response.action) {
    case 'accept':
      return { tag: 'answered', answer: read((response['content'] ?? {}) as Record<string, unknown>) }
    case 'decline':
      return { tag: 'declined' }
    default:
      return { tag: 'unanswered' }
  }
}
