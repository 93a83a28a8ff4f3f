import type { Conversation, Reply, ReplyPart, Turn } from './conversation.ts'
import { parseScript, ScriptError, type Directive, type SpeechDirective } from './directives.ts'
import { smallestValue } from './smallest-value.ts'
import { nextStep } from './step.ts'
import { fitToolCall } from './tools.ts'

/**
 * What the scripted model answers to a request. It depends on the request alone: the script is in the newest
 * user message that holds one, and the tool results after that message say how far it has been played. So a
 * turn goes on after a restart of the harness or of this server, and sessions do not disturb each other.
 *
 * A script that cannot be understood is a client error, because harnesses repeat a request that failed with
 * a server error.
 */
export function replyTo(conversation: Conversation): Reply {
  try {
    return reply(conversation)
  } catch (error) {
    if (error instanceof ScriptError) return { kind: 'error', status: 400, message: error.message }
    throw error
  }
}

function reply({ turns, tools, answerSchema }: Conversation): Reply {
  // Harnesses ask for titles, routes and summaries without offering tools, and quote the script while they do.
  if (tools.length === 0) {
    return text(answerSchema === null ? 'Scripted title' : JSON.stringify(smallestValue(answerSchema)))
  }

  const found = findScript(turns)
  if (!found) return text('There is no script in the prompt. Send a line such as "@say hello".')
  const step = nextStep(found.script, found.finishedCalls)

  const status = step.speech.find((directive) => directive.op === 'status')
  if (status) {
    return { kind: 'error', status: status.code, message: `Scripted status ${status.code}` }
  }
  const parts = step.speech.flatMap(speechParts)
  for (const directive of step.calls) {
    const call = fitToolCall(directive, tools)
    if (!call) return text(`No offered tool can do "@${directive.op}".`)
    parts.push({ kind: 'call', call })
  }
  return parts.length > 0 ? { kind: 'parts', parts } : text('Done.')
}

function findScript(turns: readonly Turn[]): { script: Directive[]; finishedCalls: number } | undefined {
  let finishedCalls = 0
  for (const turn of turns.toReversed()) {
    if (turn.from === 'tool') {
      finishedCalls += 1
      continue
    }
    const script = parseScript(turn.text)
    if (script.length > 0) return { script, finishedCalls }
  }
  return undefined
}

function speechParts(directive: SpeechDirective): ReplyPart[] {
  switch (directive.op) {
    case 'say':
      return [{ kind: 'text', text: directive.text }]
    case 'think':
      return [{ kind: 'thought', text: directive.text }]
    case 'wait':
      return [{ kind: 'pause', ms: directive.ms }]
    case 'big':
      return Array.from({ length: directive.kilobytes }, (_, index) => kilobyte(index))
    case 'status':
      return []
  }
}

const KILOBYTE = 1024

/**
 * 1 KiB of text that names its own place, so that a missing or doubled piece can be seen. The rest never repeats
 * itself: harnesses end a turn that seems to go in circles.
 */
function kilobyte(index: number): ReplyPart {
  let filled = `${String(index).padStart(7, '0')} `
  for (let state = index + 1; filled.length < KILOBYTE - 1;) {
    state = (state * 48_271) % 2_147_483_647
    filled += `${state.toString(36)} `
  }
  return { kind: 'text', whole: true, text: `${filled.slice(0, KILOBYTE - 1)}\n` }
}

function text(words: string): Reply {
  return { kind: 'parts', parts: [{ kind: 'text', text: words }] }
}
