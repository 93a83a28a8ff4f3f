import * as z from 'zod/mini'
import type { Conversation, ReplyPart, ToolCall, Turn } from '../conversation.ts'
import type { JsonSchema } from '../smallest-value.ts'
import { callsTool, newId, pieces, textIn, textOf, type Dialect, type StreamItem } from './dialect.ts'

const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }

const Content = z.union([z.string(), z.null(), z.array(z.looseObject({ text: z.optional(z.string()) }))])
const Request = z.looseObject({
  model: z.optional(z.string()),
  stream: z.optional(z.boolean()),
  messages: z.array(z.looseObject({ role: z.string(), content: z.optional(Content) })),
  tools: z.optional(
    z.array(z.looseObject({ function: z.looseObject({ name: z.string(), parameters: z.optional(z.unknown()) }) })),
  ),
  response_format: z.optional(
    z.looseObject({ type: z.string(), json_schema: z.optional(z.looseObject({ schema: z.optional(z.unknown()) })) }),
  ),
})

/** OpenAI's chat completions: OpenCode, Qwen Code and Pi are pointed at it. */
export const chat: Dialect = {
  speaks: (path) => path.endsWith('/chat/completions'),
  read,
  whole: (model, parts) => {
    const calls = parts.flatMap((part) => (part.kind === 'call' ? [functionCall(part.call)] : []))
    const message = {
      role: 'assistant',
      content: textIn(parts, 'text'),
      reasoning_content: textIn(parts, 'thought'),
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    return {
      ...envelope('chat.completion', model),
      choices: [{ index: 0, message, finish_reason: finishReason(parts) }],
      usage: USAGE,
    }
  },
  stream,
  error: (status, message) => ({ error: { message, type: 'scripted_error', code: status } }),
}

function read(body: unknown): Conversation | null {
  const parsed = Request.safeParse(body)
  if (!parsed.success) return null
  const { model, stream: streamed, messages, tools, response_format: format } = parsed.data
  return {
    model: model ?? '',
    streamed: streamed ?? false,
    turns: messages.flatMap(({ role, content }): Turn[] => {
      if (role === 'user') return [{ from: 'person', text: textOf(content) }]
      return role === 'tool' ? [{ from: 'tool' }] : []
    }),
    tools: (tools ?? []).map(({ function: { name, parameters } }) => ({
      name,
      parameters: (parameters ?? {}) as JsonSchema,
    })),
    answerSchema: format?.type.startsWith('json') ? (format.json_schema?.schema ?? { type: 'object' }) : null,
  }
}

function* stream(model: string, parts: readonly ReplyPart[]): Iterable<StreamItem> {
  const head = envelope('chat.completion.chunk', model)
  const chunk = (delta: object, finish: string | null = null): StreamItem => ({
    data: { ...head, choices: [{ index: 0, delta, finish_reason: finish }] },
  })
  yield chunk({ role: 'assistant', content: '' })
  let index = 0
  for (const part of parts) {
    switch (part.kind) {
      case 'pause':
        yield { pauseMs: part.ms }
        break
      case 'text':
        for (const content of pieces(part)) yield chunk({ content })
        break
      case 'thought':
        for (const content of pieces(part)) yield chunk({ reasoning_content: content })
        break
      case 'call': {
        const { id, type, function: called } = functionCall(part.call)
        yield chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] })
        for (const piece of pieces({ text: called.arguments })) {
          yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] })
        }
        index += 1
      }
    }
  }
  yield chunk({}, finishReason(parts))
  yield { data: { ...head, choices: [], usage: USAGE } }
  yield { data: '[DONE]' }
}

function envelope(object: string, model: string): object {
  return { id: newId('chatcmpl'), object, created: Math.floor(Date.now() / 1000), model }
}

function functionCall(call: ToolCall) {
  return {
    id: newId('call'),
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }
}

function finishReason(parts: readonly ReplyPart[]): string {
  return callsTool(parts) ? 'tool_calls' : 'stop'
}
