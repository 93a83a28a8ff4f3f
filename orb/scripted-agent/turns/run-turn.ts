import { type ContentBlock, type PromptResponse, RequestError } from '@agentclientprotocol/sdk'
import { join } from 'node:path'
import { actOut } from '../faults/acts.ts'
import { parseScript } from '../script/parse.ts'
import { playScript } from '../script/play.ts'
import { expandCommand } from '../sessions/commands.ts'
import { usage } from '../sessions/settings.ts'
import { headingFrom } from '../story/heading.ts'
import { playStory } from '../story/story.ts'
import { closeOpenCalls, text } from '../tools/tool-call.ts'
import { appendDurably } from '../wire/journal.ts'
import type { LiveSession, Runtime } from './runtime.ts'
import { sendUpdate, Turn, type TurnEnd, TurnEnded } from './turn.ts'

/** How long after the result the updates of the fault `updates-after-result` come, in milliseconds. */
const AFTER_RESULT_MS = 50

/**
 * Plays one prompt. A session plays its prompts one after the other; `signal` is aborted when the
 * client withdraws this prompt with `$/cancel_request`, which is answered with error -32800.
 */
export async function runPrompt(
  runtime: Runtime,
  session: LiveSession,
  prompt: ContentBlock[],
  signal: AbortSignal,
): Promise<PromptResponse> {
  const words = prompt.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  const { sessionId } = session.record
  appendDurably(join(runtime.flags.store, 'prompts.jsonl'), {
    sessionId,
    text: words,
    more: prompt.flatMap(about),
    at: Date.now(),
    pid: process.pid,
  })

  const second = runtime.flags.faults.get('second-prompt')
  if (second === 'cancels') session.turn?.cancel()
  const played = session.idle.then(() => play(runtime, session, prompt, words, signal))
  session.idle = played.then(
    () => {},
    () => {},
  )
  const end = await played
  // Merged: the answer to the first prompt waits for those that came meanwhile.
  if (second === '') await session.idle

  if (signal.aborted) throw RequestError.requestCancelled()
  if (end.tag === 'failed') throw new RequestError(end.code, end.message)
  return { stopReason: end.stopReason }
}

/** What a prompt holds beside text, in a word or two for the journal. */
function about(block: ContentBlock): string[] {
  if (block.type === 'text') return []
  if (block.type === 'resource_link') return [`link ${block.name}`]
  return [block.type === 'resource' ? `resource ${block.resource.uri}` : `${block.type} ${block.mimeType}`]
}

async function play(
  runtime: Runtime,
  session: LiveSession,
  prompt: ContentBlock[],
  words: string,
  signal: AbortSignal,
): Promise<TurnEnd> {
  session.record.turns += 1
  session.record.characters += words.length
  session.record.updatedAt = new Date().toISOString()
  const turn = new Turn(runtime, session)
  session.turn = turn
  const withdraw = () => turn.cancel()
  signal.addEventListener('abort', withdraw, { once: true })
  if (signal.aborted) withdraw()
  const messageId = turn.nextMessageId()
  for (const content of prompt) turn.keep({ sessionUpdate: 'user_message_chunk', content, messageId })

  try {
    return await playToEnd(turn, words)
  } finally {
    signal.removeEventListener('abort', withdraw)
    session.turn = null
    runtime.store.save(session.record)
    // Before the result: what the client knows to be over is in the history.
    runtime.store.flush()
  }
}

async function playToEnd(turn: Turn, words: string): Promise<TurnEnd> {
  let end: TurnEnd = { tag: 'stopped', stopReason: 'end_turn' }
  try {
    await nameSession(turn, words)
    for (const [name, argument] of turn.runtime.flags.faults.entries()) await actOut(turn, name, argument)
    const asked = expandCommand(words)
    const steps = parseScript(asked)
    await (steps.length > 0 ? playScript(turn, steps) : playStory(turn, asked))
    await turn.send(usage(turn.session.record, null, null))
  } catch (thrown) {
    if (!(thrown instanceof TurnEnded)) throw thrown
    end = thrown.end
  }
  if (end.tag === 'stopped' && end.stopReason === 'cancelled' && turn.faults.has('never-end-after-cancel'))
    await new Promise<never>(() => {})
  if (!turn.faults.has('call-never-closed')) await closeOpenCalls(turn)
  if (turn.faults.has('updates-after-result'))
    setTimeout(() => void speakAfterwards(turn).catch(() => {}), AFTER_RESULT_MS)
  return end
}

/** A session is named after its first prompt. */
async function nameSession(turn: Turn, words: string): Promise<void> {
  const { record } = turn.session
  if (record.title === null) {
    record.title = headingFrom(words.replace(/^\s*@\w+\s*/, ''))
    await turn.show({ sessionUpdate: 'session_info_update', title: record.title, updatedAt: record.updatedAt })
  }
  // Not `record`: a mode set while the title went out has replaced it.
  turn.runtime.store.save(turn.session.record)
}

async function speakAfterwards(turn: Turn): Promise<void> {
  const toolCallId = turn.nextCallId()
  const content = { type: 'text', text: 'One more thing.' } as const
  const send = (update: Parameters<typeof sendUpdate>[2]) => sendUpdate(turn.runtime, turn.sessionId, update)
  await send({ sessionUpdate: 'agent_message_chunk', content, messageId: turn.nextMessageId() })
  await send({ sessionUpdate: 'tool_call', toolCallId, title: 'Tidy up', kind: 'other', status: 'in_progress' })
  await send({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed', content: [text('Tidied up.')] })
}
