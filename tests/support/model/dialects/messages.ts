import * as z from 'zod/mini'
import type { Conversation, ReplyPart, Turn } from '../conversation.ts'
import type { JsonSchema } from '../smallest-value.ts'
import { callsTool, newId, pieces, type Dialect, type StreamItem } from './dialect.ts'

const USAGE = {
  input_tokens: 1000,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: 100,
}
/** A thought comes with a signature, which nobody here checks. */
const SIGNATURE = 'c2NyaXB0ZWQ='

const Part = z.looseObject({ type: z.string(), text: z.optional(z.string()) })
const Format = z.looseObject({ schema: z.optional(z.unknown()) })
const Request = z.looseObject({
  model: z.optional(z.string()),
  stream: z.optional(z.boolean()),
  messages: z.array(z.looseObject({ role: z.string(), content: z.union([z.string(), z.array(Part)]) })),
  tools: z.optional(z.array(z.looseObject({ name: z.string(), input_schema: z.optional(z.unknown()) }))),
  output_config: z.optional(z.looseObject({ format: z.optional(Format) })),
  output_format: z.optional(Format),
})

/** Anthropic's messages: Claude Code is pointed at it. */
export const messages: Dialect = {
  speaks: (path) => path.endsWith('/messages'),
  read,
  whole: (model, parts) => ({
    ...envelope(model),
    content: parts.flatMap((part) => {
      if (part.kind === 'text') return [{ type: 'text', text: part.text }]
      if (part.kind === 'thought') return [{ type: 'thinking', thinking: part.text, signature: SIGNATURE }]
      return part.kind === 'call' ? [toolUse(part.call.name, part.call.arguments)] : []
    }),
    stop_reason: stopReason(parts),
    usage: USAGE,
  }),
  stream,
  error: (status, message) => ({ type: 'error', error: { type: 'scripted_error', message: `${status}: ${message}` } }),
}

function read(body: unknown): Conversation | null {
  const parsed = Request.safeParse(body)
  if (!parsed.success) return null
  const { model, stream: streamed, messages: said, tools, output_config: config, output_format } = parsed.data
  const schema = config?.format?.schema ?? output_format?.schema
  return {
    model: model ?? '',
    streamed: streamed ?? false,
    turns: said.flatMap(({ role, content }): Turn[] => {
      if (role !== 'user') return []
      const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content
      return parts.flatMap(({ type, text = '' }): Turn[] => {
        if (type === 'tool_result') return [{ from: 'tool' }]
        return type === 'text' ? [{ from: 'person', text }] : []
      })
    }),
    tools: (tools ?? []).map(({ name, input_schema }) => ({ name, parameters: (input_schema ?? {}) as JsonSchema })),
    answerSchema: schema === undefined ? null : schema,
  }
}

function* stream(model: string, parts: readonly ReplyPart[]): Iterable<StreamItem> {
  const event = (type: string, fields: object): StreamItem => ({ event: type, data: { type, ...fields } })
  yield event('message_start', { message: { ...envelope(model), usage: { ...USAGE, output_tokens: 1 } } })
  let index = 0
  for (const part of parts) {
    if (part.kind === 'pause') {
      yield { pauseMs: part.ms }
      continue
    }
    const { block, deltas } = blockOf(part)
    yield event('content_block_start', { index, content_block: block })
    for (const delta of deltas) yield event('content_block_delta', { index, delta })
    yield event('content_block_stop', { index })
    index += 1
  }
  const delta = { stop_reason: stopReason(parts), stop_sequence: null }
  yield event('message_delta', { delta, usage: { output_tokens: USAGE.output_tokens } })
  yield event('message_stop', {})
}

function blockOf(part: Exclude<ReplyPart, { kind: 'pause' }>): { block: object; deltas: object[] } {
  switch (part.kind) {
    case 'text':
      return {
        block: { type: 'text', text: '' },
        deltas: pieces(part).map((text) => ({ type: 'text_delta', text })),
      }
    case 'thought':
      return {
        block: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          ...pieces(part).map((thinking) => ({ type: 'thinking_delta', thinking })),
          { type: 'signature_delta', signature: SIGNATURE },
        ],
      }
    case 'call':
      return {
        block: toolUse(part.call.name, {}),
        deltas: pieces({ text: JSON.stringify(part.call.arguments) }).map((partial_json) => ({
          type: 'input_json_delta',
          partial_json,
        })),
      }
  }
}

function envelope(model: string): object {
  const common = { id: newId('msg'), type: 'message', role: 'assistant', model }
  return { ...common, content: [], stop_reason: null, stop_sequence: null }
}

function toolUse(name: string, input: object): object {
  return { type: 'tool_use', id: newId('toolu'), name, input }
}

function stopReason(parts: readonly ReplyPart[]): string {
  return callsTool(parts) ? 'tool_use' : 'end_turn'
}
