import * as z from 'zod/mini'
import { nextStep, parseScript, type Directive, type SpeechDirective } from './directives.ts'
import { fitToolCall, type JsonSchema, type OfferedTool, type ToolCall } from './tools.ts'

/** A piece of a reply, in the order in which it is sent. `whole` text is sent in one chunk. */
export type ReplyPart =
  | { kind: 'text'; text: string; whole?: true }
  | { kind: 'thought'; text: string }
  | { kind: 'pause'; ms: number }
  | { kind: 'call'; call: ToolCall }

/** What the model answers: a reply, or an HTTP error. */
export type Reply = { kind: 'parts'; parts: ReplyPart[] } | { kind: 'error'; status: number; message: string }

const messageContent = z.union([z.string(), z.null(), z.array(z.looseObject({ text: z.optional(z.string()) }))])

/** The part of an OpenAI chat-completions request that a scripted reply depends on. */
export const ChatRequest = z.looseObject({
  model: z.optional(z.string()),
  stream: z.optional(z.boolean()),
  messages: z.array(z.looseObject({ role: z.string(), content: z.optional(messageContent) })),
  tools: z.optional(
    z.array(
      z.looseObject({
        function: z.looseObject({ name: z.string(), parameters: z.optional(z.unknown()) }),
      }),
    ),
  ),
})
export type ChatRequest = z.infer<typeof ChatRequest>

/** The tools that a request offers. */
export function offeredTools(request: ChatRequest): OfferedTool[] {
  return (request.tools ?? []).map((tool) => ({
    name: tool.function.name,
    parameters: (tool.function.parameters ?? {}) as JsonSchema,
  }))
}

/**
 * What the scripted model answers to a request. It depends on the request alone: the script is in the newest
 * user message that holds one, and the tool results after that message say how far it has been played. So a
 * turn goes on after a restart of the harness or of this server, and sessions do not disturb each other.
 *
 * @throws ScriptError when the script holds a line that cannot be understood
 */
export function replyTo(request: ChatRequest): Reply {
  const tools = offeredTools(request)
  // Harnesses ask for titles and summaries without offering tools, and quote the script while they do.
  if (tools.length === 0) return text('Scripted title')

  const found = findScript(request.messages)
  if (!found) return text('There is no script in the prompt. Send a line such as "@say hello".')
  const step = nextStep(found.script, found.finishedCalls)

  const status = step.speech.find((directive) => directive.op === 'status')
  if (status) {
    return { kind: 'error', status: status.code, message: `Scripted status ${status.code}` }
  }
  const parts = step.speech.flatMap(speechParts)
  if (step.call) {
    const call = fitToolCall(step.call, tools)
    if (!call) return text(`No offered tool can do "@${step.call.op}".`)
    parts.push({ kind: 'call', call })
  }
  return parts.length > 0 ? { kind: 'parts', parts } : text('Done.')
}

type Message = ChatRequest['messages'][number]

function findScript(messages: readonly Message[]): { script: Directive[]; finishedCalls: number } | undefined {
  let finishedCalls = 0
  for (const message of messages.toReversed()) {
    if (message.role === 'tool') finishedCalls += 1
    if (message.role !== 'user') continue
    const script = parseScript(textOf(message))
    if (script.length > 0) return { script, finishedCalls }
  }
  return undefined
}

function textOf(message: Message): string {
  if (typeof message.content === 'string') return message.content
  return (message.content ?? []).map((part) => part.text ?? '').join('\n')
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

/** 1 KiB of text that names its own place, so that a missing or doubled piece can be seen. */
function kilobyte(index: number): ReplyPart {
  return { kind: 'text', whole: true, text: `${String(index).padStart(7, '0')} `.padEnd(1023, 'x') + '\n' }
}

function text(words: string): Reply {
  return { kind: 'parts', parts: [{ kind: 'text', text: words }] }
}
