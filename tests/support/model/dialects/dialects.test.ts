import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../model-server.ts'
import { sayings, type Saying } from './sayings.ts'

/*
 * The dialects beside chat completions, which has a test of its own: one script, told to each as its harness tells it,
 * has the same outcome.
 */

let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const SCRIPT = '@think First I look.\n@say Now I write the file for you.\n@write /w/a.txt :: one\\ntwo\n@say Written.'

describe.each(Object.entries(sayings))('%s', (_, saying) => {
  test('streams reasoning, then text in pieces, then the call, and says that a tool is wanted', async () => {
    const reply = saying.heard(await events(saying, [{ person: SCRIPT }]))
    expect(reply.thought).toBe('First I look.')
    expect(reply.text.join('')).toBe('Now I write the file for you.')
    expect(reply.text.length).toBeGreaterThan(1)
    expect(reply.calls).toEqual([{ name: saying.writer.name, input: saying.writer.input }])
    expect(reply.end).toBe(saying.ends.withCall)
  })

  test('goes on from the results in the request, and ends', async () => {
    const reply = saying.heard(await events(saying, [{ person: SCRIPT }, { result: true }]))
    expect(reply).toMatchObject({ thought: '', text: ['Written.'], calls: [], end: saying.ends.plain })
  })

  test('answers in JSON where a request without tools wants JSON', async () => {
    const response = await send(saying, saying.wantsJson('@say hello'))
    const { route, score } = JSON.parse(saying.wholeText(await response.json())) as Record<string, unknown>
    expect({ route, score }).toEqual({ route: 'flash', score: 1 })
  })

  test('reports a scripted error in its own form, with the message where its harness looks for it', async () => {
    const response = await send(saying, saying.request([{ person: '@status 418' }]))
    expect(response.status).toBe(418)
    expect(JSON.stringify(await response.json())).toContain('Scripted status 418')
    expect(server.requests.at(-1)).toMatchObject({ status: 418, key: 'the-key', called: undefined })
  })

  test('refuses a body of another kind', async () => {
    expect((await send(saying, { anything: 'else' })).status).toBe(400)
  })
})

test('two calls in one breath are one reply, and the script goes on once both have their results', async () => {
  const saying = sayings.responses
  const script = { person: '@run ls\n@and sudo make install\n@say Both are done.' }
  const first = saying.heard(await events(saying, [script]))
  expect(first.calls).toEqual([
    { name: 'exec_command', input: { cmd: 'ls' } },
    {
      name: 'exec_command',
      input: { cmd: 'make install', sandbox_permissions: 'require_escalated', justification: 'Run make install?' },
    },
  ])
  const last = saying.heard(await events(saying, [script, { result: true }, { result: true }]))
  expect(last.text.join('')).toBe('Both are done.')
})

test('what a harness has no tool for is done with its shell', async () => {
  const saying = sayings.responses
  const reply = saying.heard(await events(saying, [{ person: "@read /w/it's.txt" }]))
  expect(reply.calls).toEqual([{ name: 'exec_command', input: { cmd: String.raw`cat '/w/it'\''s.txt'` } }])
})

test('plans and questions are lists in the form of the harness that asks', async () => {
  const plan = sayings.messages.heard(await events(sayings.messages, [{ person: '@plan Look | Write' }]))
  expect(plan.calls[0]?.input).toEqual({
    todos: [
      { content: 'Look', status: 'in_progress', activeForm: 'Look' },
      { content: 'Write', status: 'pending', activeForm: 'Write' },
    ],
  })
  const asked = sayings.messages.heard(await events(sayings.messages, [{ person: '@ask Which? | One | Two' }]))
  expect(asked.calls[0]?.input).toMatchObject({
    questions: [{ question: 'Which?', multiSelect: false, options: [{ label: 'One' }, { label: 'Two' }] }],
  })
})

test('tokens are counted wherever a harness asks for it', async () => {
  const count = async (path: string): Promise<unknown> =>
    (await fetch(server.url + path, { method: 'POST', body: '{}' })).json()
  expect(await count('/v1/messages/count_tokens?beta=true')).toEqual({ input_tokens: 1000 })
  expect(await count('/v1beta/models/any:countTokens')).toEqual({ totalTokens: 1000 })
})

function send(saying: Saying, body: object): Promise<Response> {
  const path = 'stream' in body ? saying.path : (saying.wholePath ?? saying.path)
  return fetch(server.url + path, { method: 'POST', body: JSON.stringify(body), headers: saying.keyHeader })
}

async function events(saying: Saying, turns: Parameters<Saying['request']>[0]): Promise<unknown[]> {
  const response = await fetch(server.url + saying.path, {
    method: 'POST',
    body: JSON.stringify({ stream: true, ...saying.request(turns) }),
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '')
  return blocks.map((block) => JSON.parse(block.replace(/^event: .*\n/, '').replace(/^data: /, '')) as unknown)
}
