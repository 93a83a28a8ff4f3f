import type { SessionUpdate } from '@agentclientprotocol/sdk'
import type { Turn } from './turn.ts'

/**
 * Makes so many entries as fast as the pipe takes them: messages, thoughts and finished tool calls
 * in turn. Each is written before the next is made, so 100,000 need no more memory than one.
 */
export async function makeMany(turn: Turn, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    for (const update of entry(turn, number, count)) await turn.show(update)
  }
}

function entry(turn: Turn, number: number, count: number): SessionUpdate[] {
  const content = { type: 'text', text: `Entry ${number} of ${count}.` } as const
  switch (number % 3) {
    case 1:
      return [{ sessionUpdate: 'agent_message_chunk', content, messageId: turn.nextMessageId() }]
    case 2:
      return [{ sessionUpdate: 'agent_thought_chunk', content, messageId: turn.nextMessageId() }]
    default: {
      const toolCallId = turn.nextCallId()
      return [
        {
          sessionUpdate: 'tool_call',
          toolCallId,
          title: `Look up ${number}`,
          kind: 'search',
          status: 'in_progress',
          rawInput: { number },
        },
        { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content: [{ type: 'content', content }] },
      ]
    }
  }
}
