import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { DriverHandlers, HarnessRequest } from '../driver.ts'
import type { JsonObject } from '../json-rpc.ts'
import type { HarnessProcess } from '../provider.ts'
import { PiDriver } from './pi-driver.ts'

const FILE = '/sessions/one.jsonl'
const GATE = { name: 'perigee-gate', source: 'extension', description: 'Pi 1.6.0', sourceInfo: { source: 'cli' } }

type Answers = Readonly<Record<string, (command: JsonObject) => JsonObject | null>>

const USUAL: Answers = {
  get_commands: () => ({ data: { commands: [GATE] } }),
  get_state: () => ({ data: { sessionFile: FILE } }),
}

/** Pi as far as the real one cannot be brought to it: what it answers to each command, and events as they are given. */
function scripted(answers: Answers) {
  const stdout = new PassThrough()
  const written: JsonObject[] = []
  const heard: { updates: JsonObject[]; requests: HarnessRequest[]; withdrawn: unknown[]; noise: number } = {
    updates: [],
    requests: [],
    withdrawn: [],
    noise: 0,
  }
  const say = (...records: readonly JsonObject[]): void => {
    for (const record of records) stdout.write(`${JSON.stringify(record)}\n`)
  }
  const process: HarnessProcess = {
    pid: 2 ** 30,
    stdout,
    exited: new Promise(() => {}),
    write(text) {
      const command = JSON.parse(text) as JsonObject
      written.push(command)
      const { id, type } = command
      if (type === 'extension_ui_response') return Promise.resolve()
      const answer = ({ ...USUAL, ...answers }[String(type)] ?? (() => ({})))(command)
      if (answer !== null) say({ id, type: 'response', command: type, success: true, ...answer })
      return Promise.resolve()
    },
    stderrTail: () => '',
    stop: () => Promise.resolve(),
    kill: () => Promise.resolve(),
  }
  const handlers: DriverHandlers = {
    onUpdate: (_sessionId, update) => void heard.updates.push(update),
    onRequest: (request) => heard.requests.push(request) > 0,
    onWithdraw: (id) => void heard.withdrawn.push(id),
    onElicitationComplete: () => {},
    onTrouble: (error) => {
      throw error
    },
    onNoise: (lines) => {
      heard.noise += lines
    },
    onEnded: () => {},
    mayRead: () => null,
  }
  return { driver: new PiDriver(process, handlers), say, written, heard, end: () => stdout.end() }
}

test('an answer without its id, as an old version gives it to what it does not know, leaves no call waiting', async () => {
  const { driver, heard } = scripted({
    get_available_thinking_levels: () => ({ id: undefined, success: false, error: 'Unknown command' }),
    set_thinking_level: () => ({ id: undefined, command: 'parse', success: false, error: 'No such level' }),
  })
  const { sessionId } = await driver.newSession('/workspace')
  await expect(driver.setOption(sessionId, 'thinking', 'high')).rejects.toThrow('No such level')
  expect(heard.noise).toBe(0)
})

test.each([
  ['agent_settled', { data: { disposition: 'started' } }, ['agent_end', 'agent_settled']],
  ['agent_end on an old version', {}, ['agent_end']],
])('a turn ends with %s', async (_name, accepted, types) => {
  const { driver, say } = scripted({ prompt: () => accepted })
  const { sessionId } = await driver.newSession('/workspace')
  const turn = driver.prompt(sessionId, 'go', () => {})
  say(
    { type: 'message_end', message: { role: 'assistant', stopReason: 'length' } },
    ...types.map((type) => ({ type, willRetry: false })),
  )
  expect(await turn).toEqual({ stopReason: 'max_tokens' })
})

test('pictures go beside the text, and paths of files in it, once each', async () => {
  const { driver, written } = scripted({ prompt: () => ({ data: { disposition: 'handled' } }) })
  const { sessionId } = await driver.newSession('/workspace')
  const link = (name: string) => ({ type: 'resource_link' as const, uri: `file:///workspace/${name}`, name })
  const picture = { type: 'image' as const, data: 'YWJj', mimeType: 'image/png' }
  await driver.prompt(sessionId, 'see @README.md', () => {}, [link('README.md'), picture, link('.perigee/a.zip')])
  expect(written.find((one) => one['type'] === 'prompt')).toMatchObject({
    message: 'see @README.md\n\nAttached files:\n.perigee/a.zip',
    images: [picture],
  })
})

test('a prompt that an extension has taken over is a turn that is over', async () => {
  const { driver } = scripted({ prompt: () => ({ data: { disposition: 'handled' } }) })
  const { sessionId } = await driver.newSession('/workspace')
  expect(await driver.prompt(sessionId, '/stats', () => {})).toEqual({ stopReason: 'end_turn' })
})

test('a process that ends fails the turn that it was at', async () => {
  let given = (): void => {}
  const prompted = new Promise<void>((resolve) => {
    given = resolve
  })
  const { driver, end } = scripted({ prompt: () => ({ data: { disposition: 'started' } }) })
  const { sessionId } = await driver.newSession('/workspace')
  const turn = driver.prompt(sessionId, 'go', given)
  await prompted
  end()
  await expect(turn).rejects.toThrow('has ended')
})

test.each([
  ['is not loaded', []],
  ['comes from the project, which may be the agent in disguise', [{ ...GATE, sourceInfo: { source: 'auto' } }]],
])('a gate that %s is told as a mode that nobody chose', async (_name, commands) => {
  const { driver } = scripted({ get_commands: () => ({ data: { commands } }) })
  const { answer } = await driver.newSession('/workspace')
  expect(answer).toMatchObject({ modes: { currentModeId: 'unguarded' } })
})

test.each(['/elsewhere/one.jsonl', '/sessions/notes.txt', '/sessions/../etc/one.jsonl'])(
  'no file but a session of this workspace is taken up: %s',
  async (file) => {
    const { driver, written } = scripted({})
    await expect(driver.takeUp(file, '/workspace', 'load')).rejects.toThrow('no such session')
    expect(written.map((one) => one['type'])).not.toContain('switch_session')
  },
)

test('a session file that is gone is no session: Pi would begin an empty one under its name', async () => {
  const { driver } = scripted({ get_entries: () => ({ data: { entries: [], leafId: null } }) })
  await expect(driver.takeUp(FILE, '/workspace', 'load')).rejects.toThrow('knows nothing')
})

test('questions of extensions become forms, and their answers what the extension wants', async () => {
  const { driver, say, heard, written } = scripted({ prompt: () => ({ data: { disposition: 'started' } }) })
  const { sessionId } = await driver.newSession('/workspace')
  const turn = driver.prompt(sessionId, 'go', () => {})
  const dialog = { type: 'extension_ui_request', title: 'Which?' }
  say(
    { ...dialog, id: 'a', method: 'select', options: ['red', 'blue'] },
    { ...dialog, id: 'b', method: 'confirm', message: 'Really?' },
    { ...dialog, id: 'c', method: 'input' },
    { ...dialog, id: 'd', method: 'notify', message: 'Look.', notifyType: 'warning' },
    { ...dialog, id: 'e', method: 'something-new' },
  )
  await expect.poll(() => heard.requests.length).toBe(3)
  expect(heard.requests.map((one) => one.method)).toEqual(Array(3).fill('elicitation/create'))
  const accept = (answer: unknown): unknown => ({ action: 'accept', content: { answer } })
  await heard.requests[0]?.respond(accept('blue'))
  await heard.requests[1]?.respond(accept(true))
  say({ type: 'agent_settled', aborted: true })
  expect(await turn).toEqual({ stopReason: 'cancelled' })
  expect(heard.withdrawn).toEqual(['c'])
  expect(heard.updates).toContainEqual({ sessionUpdate: 'notice', severity: 'warning', title: 'Look.' })
  const answers = written.flatMap(({ type, ...rest }) => (type === 'extension_ui_response' ? [rest] : []))
  expect(answers).toEqual([
    { id: 'e', cancelled: true },
    { id: 'a', value: 'blue' },
    { id: 'b', confirmed: true },
  ])
})
