import type { JsonObject } from '../json-rpc.ts'
import { listIn, numberIn, objectIn, textIn } from './fields.ts'
import { describeCall, resultContent } from './tool-calls.ts'

/** Entries of a session on the branch that it is on, oldest first. */
export function branchOf(answer: JsonObject): JsonObject[] {
  const byId = new Map(listIn(answer, 'entries').map((entry) => [entry['id'], entry]))
  const branch: JsonObject[] = []
  let at = byId.get(answer['leafId'])
  // Each entry at most once: a file may have been made to go in circles.
  while (at !== undefined && byId.delete(at['id'])) {
    branch.unshift(at)
    at = byId.get(at['parentId'])
  }
  return branch
}

/** True where somebody has said something in a session. */
export function hasMessages(entries: readonly JsonObject[]): boolean {
  return entries.some((entry) => ['user', 'assistant'].includes(String(objectIn(entry, 'message')['role'])))
}

/** What is told of an earlier session, as ACP's updates; ids of messages are those that they had when they came. */
export function historyUpdates(entries: readonly JsonObject[], cwd: string): JsonObject[] {
  const inputs = new Map<string, JsonObject>()
  return entries.flatMap((entry) => {
    const message = objectIn(entry, 'message')
    switch (message['role']) {
      case 'user':
        return [chunk('user_message_chunk', String(entry['id']), textOf(message))]
      case 'assistant':
        return assistantUpdates(message, inputs, cwd)
      case 'toolResult':
        return resultUpdates(message, inputs, cwd)
      default:
        return []
    }
  })
}

function assistantUpdates(message: JsonObject, inputs: Map<string, JsonObject>, cwd: string): JsonObject[] {
  const came = String(numberIn(message, 'timestamp') ?? '')
  return listIn(message, 'content').flatMap((block, index) => {
    const messageId = `${came}.${index}`
    if (block['type'] === 'text') return [chunk('agent_message_chunk', messageId, textIn(block, 'text') ?? '')]
    if (block['type'] === 'thinking') return [chunk('agent_thought_chunk', messageId, textIn(block, 'thinking') ?? '')]
    const [toolCallId, tool] = [textIn(block, 'id'), textIn(block, 'name')]
    if (block['type'] !== 'toolCall' || toolCallId === null || tool === null) return []
    const input = objectIn(block, 'arguments')
    inputs.set(toolCallId, input)
    return [{ sessionUpdate: 'tool_call', toolCallId, status: 'pending', ...describeCall(tool, input, cwd) }]
  })
}

function resultUpdates(message: JsonObject, inputs: Map<string, JsonObject>, cwd: string): JsonObject[] {
  const [toolCallId, tool] = [textIn(message, 'toolCallId'), textIn(message, 'toolName')]
  if (toolCallId === null || tool === null) return []
  const failed = message['isError'] === true
  const content = resultContent(tool, inputs.get(toolCallId) ?? {}, message, failed, cwd)
  return [{ sessionUpdate: 'tool_call_update', toolCallId, status: failed ? 'failed' : 'completed', content }]
}

function chunk(sessionUpdate: string, messageId: string, text: string): JsonObject {
  return { sessionUpdate, messageId, content: { type: 'text', text } }
}

function textOf(message: JsonObject): string {
  const { content } = message
  if (typeof content === 'string') return content
  return listIn(message, 'content')
    .map((block) => textIn(block, 'text') ?? '')
    .join('')
}
