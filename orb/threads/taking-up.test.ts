import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { newId } from '../../shared/ids.ts'
import { testFolder } from '../testing/folder.ts'
import { startRunner, type ManifestChange, type RunningRunner } from '../testing/running.ts'
import { tinyAgent, type Does } from '../testing/tiny-agent.ts'

const LOAD: AdapterManifest['resume'] = {
  method: 'load',
  replay: 'structured',
  replayAfterAnswer: false,
  messageIds: false,
  minGapMs: 0,
  modeKept: false,
}

function start(does: Does, resume: Partial<typeof LOAD> = {}, more: ManifestChange = {}): Promise<RunningRunner> {
  return startRunner(process.execPath, tinyAgent(does), testFolder(), { resume: { ...LOAD, ...resume }, ...more })
}

async function run(running: RunningRunner, text: string): Promise<string | null> {
  const { threadId } = await running.report('thread.meta')
  const { commandId } = running.command({ kind: 'prompt', threadId, text })
  const end = await running.report('run.state', (one) => one.state === 'ended' && one.commandId === commandId)
  return end.stopReason
}

function shown(running: RunningRunner, threadId?: string): [string, string][] {
  return running.events().flatMap((event): [string, string][] => {
    if (event.type !== 'entry' || event.op !== 'close') return []
    if (threadId !== undefined && event.threadId !== threadId) return []
    const body = event.body as { text?: string; title?: string; status?: string }
    return [[event.kind, body.text ?? `${body.title ?? ''}: ${body.status ?? ''}`]]
  })
}

const notices = (running: RunningRunner): string[] =>
  shown(running).flatMap(([kind, text]) => (kind === 'notice' ? [text] : []))

describe('what an agent replays of a session', () => {
  const said = "text('user_message_chunk', 'one'); text('agent_message_chunk', 'old');"

  test('is compared with our own record, and what it has lost is said once', async () => {
    const running = await start({ 'session/load': `${said} answer({})` })
    await run(running, 'one')
    await run(running, 'two')
    running.command({ kind: 'harness.restart' })
    await run(running, 'three')
    expect(notices(running)).toEqual([
      'The agent remembers 1 of 2 prompts of this thread. What is shown here is complete.',
    ])
    expect(shown(running).filter(([, text]) => text === 'old')).toEqual([])
  })

  test('is never shown as new, also where it comes long after the session was taken up', async () => {
    const late = "setTimeout(() => answer({}), 1600); setTimeout(() => text('agent_message_chunk', 'old'), 2300)"
    const running = await start({ 'session/load': late }, { replayAfterAnswer: true, replay: 'none' })
    await run(running, 'one')
    running.command({ kind: 'harness.restart' })
    await run(running, 'two')
    expect(shown(running)).toEqual([
      ['user_message', 'one'],
      ['user_message', 'two'],
    ])
  })

  test('is nothing to speak of where it is all there, with more around it', async () => {
    const running = await start({
      'session/load':
        "text('user_message_chunk', 'context\\n  one  and'); text('user_message_chunk', ' more'); answer({})",
    })
    await run(running, 'one\nand more')
    running.command({ kind: 'harness.restart' })
    await run(running, 'two')
    expect(notices(running)).toEqual([])
  })
})

describe('a pause that an agent needs before it takes up a session', () => {
  test('is kept, and said in the run that waits for it', async () => {
    const running = await start(
      { 'session/load': 'state.loaded = true; answer({})' },
      { minGapMs: 900, replay: 'none' },
    )
    await run(running, 'one')
    const from = Date.now()
    running.command({ kind: 'harness.restart' })
    expect(await run(running, 'two')).toBe('end_turn')
    expect(Date.now() - from).toBeGreaterThanOrEqual(800)
    expect(notices(running)).toEqual([expect.stringMatching(/^The agent can take up this conversation in 1 s\./)])
  })

  test('is ended by a stop', async () => {
    const running = await start({}, { minGapMs: 60_000 })
    await run(running, 'one')
    running.command({ kind: 'harness.restart' })
    const { threadId } = await running.report('thread.meta')
    const { commandId } = running.command({ kind: 'prompt', threadId, text: 'two' })
    await running.report('run.state', (one) => one.state === 'running' && one.commandId === commandId)
    running.command({ kind: 'cancel', threadId, runId: null })
    const end = await running.report('run.state', (one) => one.state === 'ended' && one.commandId === commandId)
    expect(end.stopReason).toBe('cancelled')
  })
})

test('an agent whose sessions cannot be taken up begins anew, and says so', async () => {
  const running = await start({}, { method: 'none' })
  await run(running, 'one')
  running.command({ kind: 'harness.restart' })
  await run(running, 'two')
  expect(notices(running)).toEqual([expect.stringContaining('starts afresh')])
})

describe('a session of the agent that is taken up into a new thread', () => {
  const PAST = `text('user_message_chunk', 'fix it'); say({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Edit', kind: 'edit', status: 'pending' }); text('agent_message_chunk', 'done'); answer({})`

  test('shows once what the agent tells of it, and goes on from there', async () => {
    const running = await start({ 'session/load': PAST, 'session/new': "answer({ sessionId: 'own' })" })
    await running.report('orb.state', (one) => one.state === 'ready')
    const threadId = newId()
    const sent = running.command({ kind: 'thread.new', threadId, title: 'Old', sessionId: 's' })
    await running.report('command.effect', (one) => one.commandId === sent.commandId && one.effect === 'applied')
    running.command({ kind: 'prompt', threadId, text: 'on' })
    await running.report('run.state', (one) => one.state === 'ended' && one.threadId === threadId)
    expect(shown(running, threadId)).toEqual([
      ['notice', "Taken up from the agent's own record; what follows is what it tells."],
      ['user_message', 'fix it'],
      ['agent_message', 'done'],
      ['tool_call', 'Edit: cancelled'],
      ['notice', expect.stringContaining('The end of what the agent told')],
      ['user_message', 'on'],
    ])
    const other = running.command({ kind: 'thread.new', threadId: newId(), title: null, sessionId: 's' })
    expect(
      await running.report('command.effect', (one) => one.commandId === other.commandId && one.effect !== 'delivered'),
    ).toMatchObject({ effect: 'refused', message: expect.stringContaining('Another thread') as string })
  })

  test('is taken up by the next runner where the first one is killed meanwhile', async () => {
    const folder = testFolder()
    const ready = "answer({ sessionId: 'own' })"
    const stuck = tinyAgent({ 'session/new': ready, 'session/load': '' })
    const first = await startRunner(process.execPath, stuck, folder, { resume: LOAD })
    await first.report('orb.state', (one) => one.state === 'ready')
    const threadId = newId()
    const sent = first.command({ kind: 'thread.new', threadId, title: 'Old', sessionId: 's' })
    await first.report('thread.meta', (one) => one.threadId === threadId)
    // What a crash at this moment leaves behind.
    const left = join(testFolder(), 'left')
    cpSync(folder, left, { recursive: true, filter: (path) => !path.includes('runner.lock') })
    const agent = tinyAgent({ 'session/new': ready, 'session/load': PAST })
    const second = await startRunner(process.execPath, agent, left, { resume: LOAD })
    expect(
      await second.report('command.effect', (one) => one.commandId === sent.commandId && one.effect !== 'delivered'),
    ).toMatchObject({ effect: 'applied' })
    second.command({ kind: 'prompt', threadId, text: 'on' })
    await second.report('run.state', (one) => one.state === 'ended' && one.threadId === threadId)
    expect(shown(second, threadId).map(([, text]) => text)).toEqual(expect.arrayContaining(['fix it', 'done', 'on']))
  })

  test('is refused clearly where the agent cannot', async () => {
    const running = await start({ 'session/load': "out({ id, error: { code: -32603, message: 'gone' } })" })
    await running.report('orb.state', (one) => one.state === 'ready')
    const sent = running.command({ kind: 'thread.new', threadId: newId(), title: null, sessionId: 'x' })
    expect(
      await running.report('command.effect', (one) => one.commandId === sent.commandId && one.effect !== 'delivered'),
    ).toMatchObject({
      effect: 'refused',
      message: 'The agent could not take up that session. The agent reported an error: gone',
    })
  })
})

test('turns of different threads wait for each other where the agent takes one at a time', async () => {
  const held =
    "if (state.first) answer({ stopReason: 'end_turn' }); else { state.first = true; setTimeout(() => answer({ stopReason: 'end_turn' }), 400) }"
  const running = await start(
    { 'session/new': "answer({ sessionId: 's' + (state.n = (state.n ?? 0) + 1) })", 'session/prompt': held },
    {},
    {
      prompt: { concurrent: 'unknown', sessions: 'one-at-a-time', errors: 'error' },
    },
  )
  const { threadId } = await running.report('thread.meta')
  const second = newId()
  running.command({ kind: 'thread.new', threadId: second, title: null })
  running.command({ kind: 'prompt', threadId, text: 'one' })
  running.command({ kind: 'prompt', threadId: second, text: 'two' })
  const ends: string[] = []
  await running.report('run.state', (one) => {
    if (one.state === 'ended') ends.push(one.threadId)
    return ends.length === 2
  })
  expect(ends).toEqual([threadId, second])
  expect(shown(running, second)).toContainEqual(['notice', expect.stringContaining('takes one turn at a time')])
})

test.each([
  [
    'without an id, and with no output of a model, is a failed run',
    "text('agent_message_chunk', 'Bad request');",
    'failed',
  ],
  ['with an id is an answer', "text('agent_message_chunk', 'Hello', { messageId: 'm' });", 'end_turn'],
  [
    'after a tool call is an answer',
    "say({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Run' }); text('agent_message_chunk', 'Hello');",
    'end_turn',
  ],
])('where errors come as text, a message %s', async (_name, code, stopReason) => {
  const running = await start(
    { 'session/prompt': `${code} answer({ stopReason: 'end_turn' })` },
    {},
    {
      prompt: { concurrent: 'unknown', sessions: 'parallel', errors: 'text' },
    },
  )
  expect(await run(running, 'go')).toBe(stopReason)
})
