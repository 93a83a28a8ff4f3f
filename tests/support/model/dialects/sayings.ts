/** What was said before, in short. */
export type Said = { person: string } | { result: true }

/** A reply as a harness puts it together from what was streamed. */
export interface Heard {
  thought: string
  text: string[]
  calls: { name: string; input: unknown }[]
  end: unknown
}

/** How a harness speaks one dialect, as far as the tests need it. Requests hold the words that real harnesses send. */
export interface Saying {
  readonly path: string
  /** Where a reply in one piece is asked for, if not at the same path. */
  readonly wholePath?: string
  readonly keyHeader: Record<string, string>
  readonly writer: { readonly name: string; readonly input: unknown }
  readonly ends: { readonly withCall: string; readonly plain: string }
  request(turns: readonly Said[]): object
  /** A request without tools that wants an answer of the form { route, score }. */
  wantsJson(text: string): object
  wholeText(body: unknown): string
  heard(events: readonly unknown[]): Heard
}

/** The fields of each dialect's events that a harness reads. */
interface ResponsesEvent {
  type: string
  delta: string
  item: { type: string; name: string; input: string; arguments: string }
  response: { status: string }
}
interface MessagesEvent {
  type: string
  index: number
  delta: { type: string; text: string; thinking?: string; partial_json: string; stop_reason: string }
  content_block: { type: string; name: string }
}
interface GeminiEvent {
  candidates: [{ content: { parts: GeminiPart[] }; finishReason?: string }]
}
interface GeminiPart {
  text?: string
  thought?: true
  functionCall?: { name: string; args: unknown }
}

const ROUTE = {
  type: 'object',
  properties: { route: { enum: ['flash', 'pro'] }, score: { type: 'number' } },
  required: ['route', 'score'],
}

const responses: Saying = {
  path: '/v1/responses',
  keyHeader: { authorization: 'Bearer the-key' },
  writer: {
    name: 'apply_patch',
    input: '*** Begin Patch\n*** Add File: /w/a.txt\n+one\n+two\n*** End Patch',
  },
  ends: { withCall: 'completed', plain: 'completed' },
  request: (turns) => ({
    input: turns.map((turn) =>
      'person' in turn
        ? { type: 'message', role: 'user', content: [{ type: 'input_text', text: turn.person }] }
        : { type: 'function_call_output', call_id: 'c', output: 'ok' },
    ),
    tools: [
      { type: 'function', name: 'exec_command', parameters: object({ cmd: {}, sandbox_permissions: {} }, ['cmd']) },
      { type: 'custom', name: 'apply_patch' },
    ],
  }),
  wantsJson: (text) => ({ input: text, text: { format: { type: 'json_schema', schema: ROUTE } } }),
  wholeText: (body) => (body as { output: { content: { text: string }[] }[] }).output[0]?.content[0]?.text ?? '',
  heard: (said) => {
    const events = said as ResponsesEvent[]
    const items = ofType(events, 'response.output_item.done').map((event) => event.item)
    return {
      thought: ofType(events, 'response.reasoning_summary_text.delta')
        .map((event) => event.delta)
        .join(''),
      text: ofType(events, 'response.output_text.delta').map((event) => event.delta),
      calls: items.flatMap((item) => {
        if (item.type === 'custom_tool_call') return [{ name: item.name, input: item.input }]
        return item.type === 'function_call' ? [{ name: item.name, input: JSON.parse(item.arguments) }] : []
      }),
      end: events.at(-1)?.response.status,
    }
  },
}

const messages: Saying = {
  path: '/v1/messages?beta=true',
  keyHeader: { 'x-api-key': 'the-key' },
  writer: { name: 'Write', input: { file_path: '/w/a.txt', content: 'one\ntwo' } },
  ends: { withCall: 'tool_use', plain: 'end_turn' },
  request: (turns) => ({
    messages: turns.map((turn) => ({
      role: 'user',
      content: 'person' in turn ? [{ type: 'text', text: turn.person }] : [{ type: 'tool_result', tool_use_id: 't' }],
    })),
    tools: [
      { name: 'Write', input_schema: object({ file_path: {}, content: {} }, ['file_path', 'content']) },
      {
        name: 'TodoWrite',
        input_schema: object({ todos: { items: object({ content: {}, status: {}, activeForm: {} }) } }, ['todos']),
      },
      { name: 'AskUserQuestion', input_schema: object({ questions: { items: object({ multiSelect: {} }) } }) },
    ],
  }),
  wantsJson: (text) => ({
    messages: [{ role: 'user', content: text }],
    output_config: { format: { type: 'json_schema', schema: ROUTE } },
  }),
  wholeText: (body) => (body as { content: { text: string }[] }).content[0]?.text ?? '',
  heard: (said) => {
    const events = said as MessagesEvent[]
    const deltas = ofType(events, 'content_block_delta')
    const starts = ofType(events, 'content_block_start').filter((event) => event.content_block.type === 'tool_use')
    return {
      thought: deltas.map((event) => event.delta.thinking ?? '').join(''),
      text: deltas.flatMap((event) => (event.delta.type === 'text_delta' ? [event.delta.text] : [])),
      calls: starts.map(({ index, content_block: block }) => ({
        name: block.name,
        input: JSON.parse(deltas.map((event) => (event.index === index ? event.delta.partial_json : '')).join('')),
      })),
      end: ofType(events, 'message_delta')[0]?.delta.stop_reason,
    }
  },
}

const gemini: Saying = {
  path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
  wholePath: '/v1beta/models/gemini-2.5-flash:generateContent',
  keyHeader: { 'x-goog-api-key': 'the-key' },
  writer: { name: 'write_file', input: { file_path: '/w/a.txt', content: 'one\ntwo' } },
  ends: { withCall: 'STOP', plain: 'STOP' },
  request: (turns) => ({
    contents: turns.map((turn) => ({
      role: 'user',
      parts: ['person' in turn ? { text: turn.person } : { functionResponse: { name: 'write_file', response: {} } }],
    })),
    tools: [
      {
        functionDeclarations: [
          {
            name: 'write_file',
            parametersJsonSchema: object({ file_path: {}, content: {} }, ['file_path', 'content']),
          },
        ],
      },
    ],
  }),
  wantsJson: (text) => ({
    contents: [{ role: 'user', parts: [{ text }] }],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: ROUTE },
  }),
  wholeText: (body) =>
    (body as { candidates: { content: { parts: { text: string }[] } }[] }).candidates[0]?.content.parts[0]?.text ?? '',
  heard: (said) => {
    const events = said as GeminiEvent[]
    const parts = events.flatMap((event) => event.candidates[0].content.parts)
    const spoken = parts.flatMap(({ text = '', thought }) => (text === '' ? [] : [{ text, thought }]))
    return {
      thought: spoken.flatMap((part) => (part.thought === true ? [part.text] : [])).join(''),
      text: spoken.flatMap((part) => (part.thought === true ? [] : [part.text])),
      calls: parts.flatMap(({ functionCall: call }) => (call ? [{ name: call.name, input: call.args }] : [])),
      end: events.at(-1)?.candidates[0].finishReason,
    }
  },
}

/** The dialects beside chat completions. */
export const sayings = { responses, messages, gemini }

function object(properties: object, required: string[] = []): object {
  return { type: 'object', properties, required }
}

function ofType<Event extends { type: string }>(events: readonly Event[], type: string): Event[] {
  return events.filter((event) => event.type === type)
}
