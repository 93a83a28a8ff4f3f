import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Runtime } from '../turns/runtime.ts'
import { sendUpdate } from '../turns/turn.ts'

/** Sends the whole history of a session, with the ids that it had when it happened. */
export async function replay(runtime: Runtime, sessionId: string): Promise<void> {
  const asText = runtime.flags.faults.has('replay-as-text')
  for await (const update of runtime.store.history(sessionId)) {
    const shown = asText ? toText(update) : update
    if (shown !== null) await sendUpdate(runtime, sessionId, shown)
  }
}

/** A tool call as a message, its updates not at all: what one harness makes of its own history. */
function toText(update: SessionUpdate): SessionUpdate | null {
  if (update.sessionUpdate === 'tool_call_update') return null
  if (update.sessionUpdate !== 'tool_call') return update
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `[Tool call: ${update.title}]` } }
}
