import * as z from 'zod/mini'
import type { Conversation, OfferedTool, ReplyPart, ToolCall, Turn } from '../conversation.ts'
import { newId, pieces, textOf, type Dialect, type StreamItem } from './dialect.ts'

const USAGE = {
  input_tokens: 1000,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 100,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 1100,
}

const Content = z.union([z.string(), z.array(z.looseObject({ text: z.optional(z.string()) }))])
const Tool = z.looseObject({
  type: z.string(),
  name: z.optional(z.string()),
  parameters: z.optional(z.unknown()),
  tools: z.optional(z.array(z.looseObject({ type: z.string(), name: z.optional(z.string()) }))),
})
const Item = z.looseObject({
  type: z.optional(z.string()),
  role: z.optional(z.string()),
  content: z.optional(z.nullable(Content)),
})
const Request = z.looseObject({
  model: z.optional(z.string()),
  stream: z.optional(z.boolean()),
  input: z.union([z.string(), z.array(Item)]),
  tools: z.optional(z.array(Tool)),
  text: z.optional(z.looseObject({ format: z.optional(z.looseObject({ schema: z.optional(z.unknown()) })) })),
})

/** OpenAI's responses: Codex is pointed at it. */
export const responses: Dialect = {
  speaks: (path) => path.endsWith('/responses'),
  read,
  whole: (model, parts) => response(newId('resp'), model, 'completed', parts.flatMap(itemOf)),
  stream,
  error: (status, message) => ({ error: { message, type: 'scripted_error', code: status } }),
}

function read(body: unknown): Conversation | null {
  const parsed = Request.safeParse(body)
  if (!parsed.success) return null
  const { model, stream: streamed, input, tools, text } = parsed.data
  const items = typeof input === 'string' ? [{ role: 'user', content: input, type: 'message' }] : input
  const schema = text?.format?.schema
  return {
    model: model ?? '',
    streamed: streamed ?? false,
    turns: items.flatMap(({ type = 'message', role, content }): Turn[] => {
      if (type === 'message' && role === 'user') return [{ from: 'person', text: textOf(content) }]
      return type.endsWith('_call_output') ? [{ from: 'tool' }] : []
    }),
    tools: (tools ?? []).flatMap((tool) => offered(tool)),
    answerSchema: schema === undefined ? null : schema,
  }
}

/** A tool, or those of a group. */
function offered(tool: z.infer<typeof Tool>, namespace?: string): OfferedTool[] {
  if (tool.tools) return tool.tools.flatMap((inner) => offered(Tool.parse(inner), tool.name))
  return [
    {
      name: tool.name ?? tool.type,
      parameters: tool.parameters ?? {},
      ...(tool.type === 'custom' && { freeform: true }),
      ...(namespace !== undefined && { namespace }),
    },
  ]
}

type OutputItem = { type: string; id: string; [field: string]: unknown }

function* stream(model: string, parts: readonly ReplyPart[]): Iterable<StreamItem> {
  const id = newId('resp')
  const output: OutputItem[] = []
  let sequence = 0
  const event = (type: string, fields: object): StreamItem => ({
    event: type,
    data: { type, ...fields, sequence_number: sequence++ },
  })
  yield event('response.created', { response: response(id, model, 'in_progress', []) })
  for (const part of parts) {
    if (part.kind === 'pause') {
      yield { pauseMs: part.ms }
      continue
    }
    for (const item of itemOf(part)) {
      const output_index = output.length
      yield event('response.output_item.added', { output_index, item: { ...item, ...unfinished(part) } })
      const at = { item_id: item.id, output_index }
      if (part.kind === 'text') {
        for (const delta of pieces(part)) yield event('response.output_text.delta', { ...at, content_index: 0, delta })
        yield event('response.output_text.done', { ...at, content_index: 0, text: part.text })
      } else if (part.kind === 'thought') {
        const place = { ...at, summary_index: 0 }
        yield event('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } })
        for (const delta of pieces(part)) yield event('response.reasoning_summary_text.delta', { ...place, delta })
      }
      yield event('response.output_item.done', { output_index, item })
      output.push(item)
    }
  }
  yield event('response.completed', { response: response(id, model, 'completed', output) })
}

function response(id: string, model: string, status: string, output: readonly OutputItem[]): object {
  const created_at = Math.floor(Date.now() / 1000)
  return { id, object: 'response', created_at, status, model, output, usage: status === 'completed' ? USAGE : null }
}

function itemOf(part: ReplyPart): OutputItem[] {
  switch (part.kind) {
    case 'pause':
      return []
    case 'text': {
      const content = [{ type: 'output_text', text: part.text, annotations: [] }]
      return [{ type: 'message', id: newId('msg'), role: 'assistant', status: 'completed', content }]
    }
    case 'thought': {
      const summary = [{ type: 'summary_text', text: part.text }]
      return [{ type: 'reasoning', id: newId('rs'), summary, encrypted_content: null }]
    }
    case 'call':
      return [callItem(part.call)]
  }
}

function callItem({ name, arguments: values, freeform, namespace }: ToolCall): OutputItem {
  const common = { call_id: newId('call'), name, status: 'completed', ...(namespace !== undefined && { namespace }) }
  if (freeform !== undefined) return { type: 'custom_tool_call', id: newId('ctc'), input: freeform, ...common }
  return { type: 'function_call', id: newId('fc'), arguments: JSON.stringify(values), ...common }
}

/** How an item differs while it is being sent. */
function unfinished(part: ReplyPart): object {
  if (part.kind === 'text') return { status: 'in_progress', content: [] }
  return part.kind === 'thought' ? { summary: [] } : { status: 'in_progress' }
}
