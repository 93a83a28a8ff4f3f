import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SCRIPTED_MODEL, startModelServer, type ModelServer } from './model-server.ts'

type Message = { role: string; content: unknown }
type Delta = {
  content?: string
  reasoning_content?: string
  tool_calls?: { index: number; id?: string; function: { name?: string; arguments: string } }[]
}
type Chunk = { choices: { delta: Delta; finish_reason: string | null }[]; usage?: object }

const tools = [
  tool('write', { filePath: {}, content: {} }, ['filePath', 'content']),
  tool('bash', { command: {}, description: { type: 'string' } }, ['command', 'description']),
]

let server: ModelServer

beforeEach(async () => {
  server = await startModelServer()
})

afterEach(async () => {
  await server.close()
})

describe('a streamed reply', () => {
  test('carries reasoning, then text in pieces, then the call', async () => {
    const reply = await stream([
      user('Please:\n@think First I look.\n@say Now I write the file for you.\n@write a.txt :: one\\ntwo'),
    ])
    expect(reply.thought).toBe('First I look.')
    expect(reply.text).toBe('Now I write the file for you.')
    expect(reply.textPieces).toBeGreaterThan(1)
    expect(reply.calls).toEqual([{ name: 'write', arguments: { filePath: 'a.txt', content: 'one\ntwo' } }])
    expect(reply.finish).toBe('tool_calls')
    expect(reply.usage).toMatchObject({ total_tokens: expect.any(Number) })
  })

  test('of n kilobytes has exactly that many, each piece naming its place', async () => {
    const reply = await stream([user('@big 40')])
    expect(reply.text).toHaveLength(40 * 1024)
    expect(reply.text.split('\n').map((line) => line.slice(0, 7))).toEqual([
      ...Array.from({ length: 40 }, (_, index) => String(index).padStart(7, '0')),
      '',
    ])
  })

  test('is reported as hung up when the reader leaves in a pause', async () => {
    const reader = new AbortController()
    const response = await post(
      { stream: true, messages: [user('@say hello\n@wait 60000\n@say never')] },
      reader.signal,
    )
    expect(response.status).toBe(200)
    reader.abort()
    await expect(server.requests[0]?.ended).resolves.toBe('hung-up')
  })

  test('is reported as complete when it was read to its end', async () => {
    await stream([user('@say hello')])
    await expect(server.requests[0]?.ended).resolves.toBe('complete')
  })
})

describe('the script', () => {
  const script = user('@say One.\n@write a.txt :: a\n@say Two.\n@run ls -l\n@say Three.')

  test('goes on from the tool results in the request, not from what the server remembers', async () => {
    expect(await stream([script, assistant, toolResult, assistant, toolResult])).toMatchObject({
      text: 'Three.',
      calls: [],
      finish: 'stop',
    })
    expect(await stream([script, assistant, toolResult])).toMatchObject({
      text: 'Two.',
      calls: [{ name: 'bash', arguments: { command: 'ls -l', description: 'scripted' } }],
    })
    expect(await stream([script])).toMatchObject({ text: 'One.', calls: [{ name: 'write' }] })
  })

  test('of the newest prompt is the one that is played', async () => {
    const messages = [script, assistant, toolResult, assistant, user('@say Something else.')]
    expect(await stream(messages)).toMatchObject({ text: 'Something else.', calls: [] })
  })

  test('is found in a prompt of several parts, and before a later message without one', async () => {
    const parts = {
      role: 'user',
      content: [
        { type: 'text', text: 'context' },
        { type: 'text', text: '@say Found.' },
      ],
    }
    expect((await stream([parts, assistant, user('a reminder')])).text).toBe('Found.')
  })

  test('ends with a word when all is done', async () => {
    expect((await stream([user('@write a.txt :: a'), assistant, toolResult])).text).toBe('Done.')
  })

  test('asks for a script when there is none', async () => {
    expect((await stream([user('hello')])).text).toContain('no script')
  })

  test('says so when no offered tool can do what it wants', async () => {
    expect((await stream([user('@edit a.txt :: a => b')])).text).toBe('No offered tool can do "@edit".')
  })

  test.each(['@write a.txt', '@edit a.txt :: only old', '@wait soon', '@run', '@status'])(
    'with the line "%s" is refused, with the line and its form in the error',
    async (line) => {
      const response = await post({ messages: [user(line)] })
      const { error } = (await response.json()) as { error: { message: string } }
      expect(response.status).toBe(400)
      expect(error.message).toContain(`not "${line}"`)
    },
  )

  test('can ask for an HTTP error', async () => {
    expect((await post({ messages: [user('@status 503')] })).status).toBe(503)
    expect(server.requests).toMatchObject([{ status: 503, called: undefined }])
  })
})

test('a whole reply holds text, reasoning and call in one message', async () => {
  const response = await post({ messages: [user('@think Hm.\n@say Hi.\n@run true')] })
  const { choices } = (await response.json()) as { choices: unknown[] }
  expect(choices).toMatchObject([
    {
      message: {
        content: 'Hi.',
        reasoning_content: 'Hm.',
        tool_calls: [{ function: { name: 'bash', arguments: '{"command":"true","description":"scripted"}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ])
})

test('a request without tools gets a title, even when it quotes a script', async () => {
  expect((await stream([user('@run rm -rf everything')], [])).text).toBe('Scripted title')
})

test('the one model is listed', async () => {
  const response = await fetch(`${server.url}/v1/models`)
  expect(await response.json()).toMatchObject({ data: [{ id: SCRIPTED_MODEL }] })
})

test.each([
  ['an unknown route', '/v1/other', '{}', 404],
  ['a body that is not JSON', '/v1/chat/completions', '{', 400],
  ['a body of another kind', '/v1/chat/completions', '{"messages":"none"}', 400],
])('%s is refused', async (_, path, body, status) => {
  expect((await fetch(`${server.url}${path}`, { method: 'POST', body })).status).toBe(status)
  expect(server.requests).toEqual([])
})

const assistant: Message = { role: 'assistant', content: null }
const toolResult: Message = { role: 'tool', content: 'ok' }

function user(text: string): Message {
  return { role: 'user', content: text }
}

function tool(name: string, properties: object, required: string[]) {
  return { type: 'function', function: { name, parameters: { type: 'object', properties, required } } }
}

function post(body: object, signal: AbortSignal | null = null): Promise<Response> {
  const request = { model: SCRIPTED_MODEL, tools, ...body }
  return fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify(request), signal })
}

/** Asks for a stream and puts it together again, the way a harness does. */
async function stream(messages: Message[], offered: object[] = tools) {
  const response = await post({ stream: true, messages, tools: offered })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events = (await response.text()).split('\n\n').filter((event) => event !== '')
  expect(events.at(-1)).toBe('data: [DONE]')
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event.replace(/^data: /, '')) as Chunk)
  const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta))
  const calls: { name: string; arguments: string }[] = []
  for (const piece of deltas.flatMap((delta) => delta.tool_calls ?? [])) {
    const call = (calls[piece.index] ??= { name: piece.function.name ?? '', arguments: '' })
    call.arguments += piece.function.arguments
  }
  return {
    text: deltas.map((delta) => delta.content ?? '').join(''),
    textPieces: deltas.filter((delta) => delta.content).length,
    thought: deltas.map((delta) => delta.reasoning_content ?? '').join(''),
    calls: calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) as object })),
    finish: chunks.flatMap((chunk) => chunk.choices).at(-1)?.finish_reason,
    usage: chunks.at(-1)?.usage,
  }
}
