import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOrbRoom } from '../support/room-content.ts'
import { approvalUntil, startRunningOrb, type RunningOrb, type TestThread } from '../support/running-orb.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'

let orb: RunningOrb

beforeAll(async () => {
  orb = await startRunningOrb()
})

afterAll(async () => {
  await orb.dispose()
})

async function run(text: string, thread?: TestThread) {
  const on = thread ?? (await orb.newThread())
  await on.prompt(text)
  const end = await on.ended()
  return { thread: on, end, entries: await on.entries() }
}

function body(entry: { body: unknown } | undefined): Record<string, unknown> {
  return (entry?.body ?? {}) as Record<string, unknown>
}

function kinds(entries: readonly Entry[]): string[] {
  return entries.map((entry) => entry.kind)
}

async function decided(thread: TestThread, verdict: 'allow' | 'deny') {
  const approval = await thread.pending()
  const { answer } = await orb.device.decide(orb.orbId, approval.request, verdict)
  expect(await answer).toMatchObject({ outcome: 'recorded' })
  return approval.request
}

describe('a run', () => {
  test('a prompt becomes a message, a reply and a run that ends', async () => {
    const { end, entries } = await run('@think Hm.\n@say Hello there.')
    expect(end).toMatchObject({ state: 'ended', stopReason: 'end_turn' })
    expect(kinds(entries)).toEqual(['user_message', 'agent_thought', 'agent_message'])
    expect(entries.every((entry) => !entry.open)).toBe(true)
    expect(body(entries[2])['text']).toBe('Hello there.')
    expect(body(entries[0])['by']).toMatchObject({ deviceName: 'First browser' })
  })

  test('what a person allows is done, and told as applied', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@permit\n@write allowed.txt :: yes')
    const request = await decided(thread, 'allow')
    expect(request.toolCall?.content[0]).toMatchObject({ type: 'diff', newText: 'yes' })
    expect(await thread.ended()).toMatchObject({ stopReason: 'end_turn' })
    expect(readFileSync(join(orb.workspace, 'allowed.txt'), 'utf8')).toContain('yes')
    expect(await approvalUntil(orb, request.approvalId, (one) => one.effect === 'applied')).toMatchObject({
      outcome: 'allowed',
    })
  })

  test('what a person denies is not done', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@permit\n@write denied.txt :: no')
    await decided(thread, 'deny')
    await thread.ended()
    expect(existsSync(join(orb.workspace, 'denied.txt'))).toBe(false)
  })

  test('a question is answered with what was chosen', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@ask Which way? | Left | Right')
    await decided(thread, 'allow')
    expect(await thread.ended()).toMatchObject({ stopReason: 'end_turn' })
    const texts = (await thread.entries()).map((entry) => JSON.stringify(entry.body)).join('\n')
    expect(texts).toContain('Left')
  })

  test('a run that is stopped while it asks ends, and the question is withdrawn', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@permit\n@write stopped.txt :: no')
    const { request } = await thread.pending()
    await orb.device.command(orb.orbId, { kind: 'cancel', threadId: thread.threadId, runId: null }).answer
    expect(await thread.ended()).toMatchObject({ stopReason: 'cancelled' })
    expect(await approvalUntil(orb, request.approvalId, (one) => one.outcome !== 'pending')).toMatchObject({
      outcome: 'withdrawn',
    })
    expect(existsSync(join(orb.workspace, 'stopped.txt'))).toBe(false)
  })

  test('a prompt during a run waits for its turn', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@wait 300\n@say first')
    await thread.prompt('@say second')
    await orb.room.until((doc) => {
      const { threads, commands } = readOrbRoom(doc)
      const state = threads.get(thread.threadId)?.run?.state
      return state === 'ended' && [...commands.values()].every((one) => one.threadId !== thread.threadId) ? true : null
    }, 'both runs')
    const texts = (await thread.entries()).map((entry) => body(entry)['text'])
    expect(texts).toEqual(['@wait 300\n@say first', 'first', '@say second', 'second'])
  })

  test('stop ends every run and forgets what waits', async () => {
    const [one, two] = [await orb.newThread(), await orb.newThread()]
    await one.prompt('@fault stall')
    await two.prompt('@fault stall')
    const waiting = orb.device.command(orb.orbId, { kind: 'prompt', threadId: one.threadId, text: '@say never' })
    await waiting.answer
    await orb.room.until((doc) => readOrbRoom(doc).threads.get(two.threadId)?.run?.state === 'running' || null, 'runs')
    await orb.device.command(orb.orbId, { kind: 'stop' }).answer
    expect(await one.ended()).toMatchObject({ stopReason: 'cancelled' })
    expect(await two.ended()).toMatchObject({ stopReason: 'cancelled' })
    expect(kinds(await one.entries())).not.toContain('agent_message')
  })
})

test('a command that prints 3 MB: the whole is a blob that a device can read', async () => {
  const { entries } = await run('@fault big-output')
  const [item] = body(entries.find((entry) => entry.kind === 'tool_call'))['content'] as Record<string, unknown>[]
  expect(item).toMatchObject({ type: 'blob', mediaType: 'text/plain' })
  const device = await orb.relay.signIn()
  const path = `/api/orbs/${orb.orbId}/blobs/${String(item?.['sha256'])}`
  await expect.poll(async () => (await orb.relay.askAs(device, 'GET', path)).status, { timeout: 5000 }).toBe(200)
  expect((await orb.relay.askAs(device, 'GET', path)).text.length).toBe(item?.['bytes'])
})

describe('a restart', () => {
  test('of the relay does not stop a run: what happened meanwhile arrives', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@wait 500\n@say During the outage.\n@wait 500\n@say After it.')
    await orb.room.until((doc) => readOrbRoom(doc).threads.get(thread.threadId)?.run?.state === 'running' || null, 'it')
    await orb.relay.restart()
    expect(await thread.ended()).toMatchObject({ stopReason: 'end_turn' })
    const texts = (await thread.entries()).map((entry) => body(entry)['text'])
    expect(texts.slice(1)).toEqual(['During the outage.', 'After it.'])
  })

  test('of the harness takes the session up again', async () => {
    const { thread } = await run('@say Remember this.')
    const command = orb.device.command(orb.orbId, { kind: 'harness.restart' })
    await command.answer
    await orb.room.until((doc) => !readOrbRoom(doc).commands.has(command.id) || null, 'the restart')
    const { entries } = await run('@say And on.', thread)
    expect(kinds(entries)).toEqual(['user_message', 'agent_message', 'user_message', 'agent_message'])
  })

  test('of the runner during a run: everything is closed, the run interrupted, and the next prompt works', async () => {
    const thread = await orb.newThread()
    await thread.prompt('@nopermit\n@say Before.\n@permit\n@write never.txt :: no')
    const { request } = await thread.pending()
    await orb.runner.kill()
    await orb.restartRunner()
    expect(await thread.ended()).toMatchObject({ stopReason: 'interrupted' })
    expect(await approvalUntil(orb, request.approvalId, (one) => one.outcome !== 'pending')).toMatchObject({
      outcome: 'void',
    })
    const entries = await thread.entries()
    expect(entries.every((entry) => !entry.open)).toBe(true)
    expect(entries.map((entry) => body(entry)['text'])).toContain('Before.')
    expect((await run('@say back', thread)).end.stopReason).toBe('end_turn')
  })

  test('a second runner on the same folder is refused, and says which process has it', async () => {
    const first = orb.runner
    await orb.restartRunner()
    await expect.poll(() => orb.runner.output(), { timeout: 5000 }).toContain(`process ${first.pid}`)
    orb.runner = first
  })
})
