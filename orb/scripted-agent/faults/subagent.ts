import type { ToolCallUpdate } from '@agentclientprotocol/sdk'
import { askPermission } from '../tools/permission.ts'
import { text } from '../tools/tool-call.ts'
import { say } from '../turns/speech.ts'
import { sendUpdate, type Turn } from '../turns/turn.ts'

/** A session of the agent's own making says something, and asks for a permission; the turn's session says what came of it. */
export async function actAsSubagent(turn: Turn): Promise<void> {
  const sessionId = `${turn.sessionId}sub`
  const send = (update: Parameters<typeof sendUpdate>[2]) => sendUpdate(turn.runtime, sessionId, update)
  const content = { type: 'text', text: 'The subagent thinks aloud.' } as const
  await send({ sessionUpdate: 'agent_message_chunk', content, messageId: turn.nextMessageId() })
  const toolCallId = turn.nextCallId()
  const call: ToolCallUpdate = { toolCallId, title: 'Look it up', kind: 'fetch', status: 'pending' }
  const verdict = await askPermission(turn, call, 'fetch', sessionId)
  const status = verdict === 'allowed' ? 'completed' : 'failed'
  await send({ sessionUpdate: 'tool_call_update', toolCallId, status, content: [text('Looked up.')] })
  await say(turn, `The subagent was ${verdict}.`)
}
