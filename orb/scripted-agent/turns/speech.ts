import type { SessionUpdate } from '@agentclientprotocol/sdk'
import { crashInMidLine } from '../faults/crash.ts'
import type { Turn } from './turn.ts'

type Voice = 'agent_message_chunk' | 'agent_thought_chunk'

/** One chunk of `@big`. */
const BIG_CHUNK = `${'0123456789abcdef '.repeat(60)}\n`.padStart(1024, '.')

/** Streams a message word by word; kept whole, or as far as it came. */
export function say(turn: Turn, text: string): Promise<void> {
  return stream(turn, 'agent_message_chunk', text.match(/\s*\S+\s*/g) ?? [text])
}

/** Streams a thought word by word; nothing where the session leaves thoughts out. */
export async function think(turn: Turn, text: string): Promise<void> {
  if (turn.session.record.options.thoughts === 'none') return
  await stream(turn, 'agent_thought_chunk', text.match(/\s*\S+\s*/g) ?? [text])
}

/** Streams a message of so many kilobytes, one a chunk. */
export function sayMuch(turn: Turn, kilobytes: number): Promise<void> {
  return stream(turn, 'agent_message_chunk', repeated(BIG_CHUNK, kilobytes))
}

async function stream(turn: Turn, voice: Voice, chunks: Iterable<string>): Promise<void> {
  const messageId = turn.nextMessageId()
  let said = ''
  try {
    for (const chunk of chunks) {
      if (said !== '') await turn.pauseBetweenWords()
      const update = chunkOf(voice, chunk, messageId)
      if (turn.faults.has('crash-mid-chunk')) await crashInMidLine(turn, update)
      await turn.send(update)
      said += chunk
    }
  } finally {
    turn.session.record.characters += said.length
    if (said !== '') turn.keep(chunkOf(voice, said, messageId))
  }
}

function chunkOf(sessionUpdate: Voice, text: string, messageId: string): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text }, messageId }
}

function* repeated(text: string, times: number): Generator<string> {
  for (let round = 0; round < times; round += 1) yield text
}
