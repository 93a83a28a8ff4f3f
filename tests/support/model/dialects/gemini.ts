import * as z from 'zod/mini'
import type { Conversation, ReplyPart, Turn } from '../conversation.ts'
import type { JsonSchema } from '../smallest-value.ts'
import { newId, pieces, type Dialect, type StreamItem } from './dialect.ts'

const USAGE = { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 }

const Part = z.looseObject({ text: z.optional(z.string()), functionResponse: z.optional(z.unknown()) })
const Request = z.looseObject({
  contents: z.array(z.looseObject({ role: z.optional(z.string()), parts: z.optional(z.array(Part)) })),
  tools: z.optional(
    z.array(
      z.looseObject({
        functionDeclarations: z.optional(
          z.array(
            z.looseObject({
              name: z.string(),
              parameters: z.optional(z.unknown()),
              parametersJsonSchema: z.optional(z.unknown()),
            }),
          ),
        ),
      }),
    ),
  ),
  generationConfig: z.optional(
    z.looseObject({
      responseMimeType: z.optional(z.string()),
      responseSchema: z.optional(z.unknown()),
      responseJsonSchema: z.optional(z.unknown()),
    }),
  ),
})

/** Gemini's generateContent and streamGenerateContent: Gemini CLI is pointed at it. */
export const gemini: Dialect = {
  speaks: (path) => /:(g|streamG)enerateContent$/.test(path),
  read,
  whole: (_, parts) =>
    chunk(
      parts.flatMap((part) => partOf(part)),
      'STOP',
    ),
  stream,
  error: (status, message) => ({ error: { code: status, message, status: 'SCRIPTED' } }),
}

function read(body: unknown, path: string): Conversation | null {
  const parsed = Request.safeParse(body)
  if (!parsed.success) return null
  const { contents, tools, generationConfig: config } = parsed.data
  const schema = config?.responseJsonSchema ?? config?.responseSchema
  const wantsJson = schema !== undefined || config?.responseMimeType === 'application/json'
  return {
    model: /models\/([^:]+):/.exec(path)?.[1] ?? '',
    streamed: path.endsWith(':streamGenerateContent'),
    turns: contents.flatMap(({ role, parts = [] }) =>
      parts.flatMap(({ text, functionResponse }): Turn[] => {
        if (functionResponse !== undefined) return [{ from: 'tool' }]
        return role !== 'model' && text !== undefined ? [{ from: 'person', text }] : []
      }),
    ),
    tools: (tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name, parameters, parametersJsonSchema }) => ({
        name,
        parameters: (parametersJsonSchema ?? parameters ?? {}) as JsonSchema,
      })),
    ),
    answerSchema: wantsJson ? (schema ?? { type: 'object' }) : null,
  }
}

function* stream(_: string, parts: readonly ReplyPart[]): Iterable<StreamItem> {
  for (const part of parts) {
    if (part.kind === 'pause') yield { pauseMs: part.ms }
    else if (part.kind === 'call') yield { data: chunk(partOf(part)) }
    // A thought comes as a whole: each chunk of one is shown under a heading of its own.
    else if (part.kind === 'thought') yield { data: chunk(partOf(part)) }
    else for (const text of pieces(part)) yield { data: chunk(partOf({ kind: 'text', text })) }
  }
  yield { data: chunk([{ text: '' }], 'STOP') }
}

function partOf(part: ReplyPart): object[] {
  switch (part.kind) {
    case 'pause':
      return []
    case 'text':
      return [{ text: part.text }]
    case 'thought':
      return [{ text: part.text, thought: true }]
    case 'call':
      return [{ functionCall: { id: newId('call'), name: part.call.name, args: part.call.arguments } }]
  }
}

function chunk(parts: readonly object[], finishReason?: string): object {
  const candidate = { index: 0, content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) }
  return { candidates: [candidate], usageMetadata: USAGE, modelVersion: 'scripted-1', responseId: newId('resp') }
}
