import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Agent, journal, shareAgent, startAgent, useBuiltAgent } from '../testing/agents.ts'
import type { Message, RawClient } from '../testing/raw-client.ts'

useBuiltAgent()

const isChunk = (message: Message) => message.params?.update?.['sessionUpdate'] === 'agent_message_chunk'
const cancel = (sessionId: string) => ({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } })

describe('a fault for one turn', () => {
  const fresh = shareAgent()
  let agent: RawClient
  let session: string
  let store: string
  let file: Agent['file']

  beforeEach(async () => {
    const made = fresh()
    ;({ agent, store, file } = made)
    session = await agent.session(made.workspace)
    await agent.find((message) => message.params?.update?.['sessionUpdate'] === 'available_commands_update')
    agent.forget()
  })

  const statuses = () => agent.updates('tool_call_update').map((update) => update['status'])

  it('answer-unknown-id', async () => {
    await agent.play(session, '@fault answer-unknown-id')
    expect(agent.messages).toContainEqual({ jsonrpc: '2.0', id: 'nobody-asked', result: {} })
  })

  it('answered-inside', async () => {
    await agent.play(session, '@fault answered-inside\n@permit\n@write inside.txt :: I')
    expect(agent.messages.filter((message) => message.method === 'session/request_permission')).toHaveLength(1)
    expect(agent.messages.filter((message) => message.method === '$/cancel_request')).toEqual([])
    expect(file('inside.txt')).toBe('I')
  })

  it('big-output', async () => {
    await agent.play(session, '@fault big-output')
    expect(agent.updates('tool_call_update')[0]?.['content'][0].content.text.length).toBeGreaterThan(3 * 1024 * 1024)
  })

  it('call-never-closed', async () => {
    await agent.play(session, '@fault call-never-closed\n@nopermit\n@run true')
    expect(statuses()).toEqual(['in_progress'])
  })

  it('cancel-needs-answer', async () => {
    const turn = agent.prompt(session, '@fault cancel-needs-answer\n@run true')
    const asked = await agent.permission(0)
    agent.send(cancel(session))
    await agent.find((message) => message.method === '$/cancel_request')
    // A round trip: what would have come at once is there now.
    await agent.request('session/list', {})
    expect(agent.messages.filter((message) => message.id === turn)).toEqual([])
    agent.answer(asked, { outcome: { outcome: 'cancelled' } })
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
  })

  it('diff-only-in-call', async () => {
    const turn = agent.prompt(session, '@fault diff-only-in-call\n@write d.txt :: D')
    const asked = await agent.permission(0)
    expect(asked.params?.toolCall).not.toHaveProperty('content')
    expect(agent.updates('tool_call')[0]?.['content']).toMatchObject([{ type: 'diff', newText: 'D' }])
    agent.choose(asked, 'allow_once')
    await agent.response(turn)
    expect(file('d.txt')).toBe('D')
  })

  it.each([
    ['', 1],
    [' call', 2],
  ])('duplicate-permission%s', async (argument, ids) => {
    const turn = agent.prompt(session, `@fault duplicate-permission${argument}\n@run true`)
    const both = await Promise.all([agent.permission(0), agent.permission(1)])
    expect(new Set(both.map((asked) => asked.id)).size).toBe(ids)
    expect(new Set(both.map((asked) => asked.params?.toolCall?.['toolCallId'])).size).toBe(1)
    agent.choose(both[1], 'allow_once')
    await agent.response(turn)
    expect(statuses()).toEqual(['in_progress', 'completed'])
  })

  it('error-as-text', async () => {
    const response = await agent.play(session, '@fault error-as-text\n@say never')
    expect(response.result).toEqual({ stopReason: 'end_turn' })
    expect(agent.said()).toBe('API error: 400 the model is not available')
  })

  it.each([
    ['', 'available_commands_update'],
    [' text', 'agent_message_chunk'],
  ])('long-line%s', async (argument, kind) => {
    await agent.play(session, `@fault long-line${argument}`)
    expect(agent.longestLine).toBeGreaterThan(600 * 1024)
    expect(agent.updates(kind)).toHaveLength(1)
  })

  it.each([
    ['', ['allow_once', 'allow_always']],
    [' kinds', ['allow_once', 'allow_once', 'allow_once', 'allow_once']],
  ])('missing-reject%s', async (argument, kinds) => {
    const turn = agent.prompt(session, `@fault missing-reject${argument}\n@write never.txt :: N`)
    const asked = await agent.permission(0)
    expect(asked.params?.options?.map((option) => option.kind)).toEqual(kinds)
    agent.answer(asked, { outcome: { outcome: 'selected', optionId: 'opt-r1' } })
    await agent.response(turn)
    expect(() => file('never.txt')).toThrow('ENOENT')
  })

  it('never-end-after-cancel', async () => {
    const turn = agent.prompt(session, '@fault never-end-after-cancel\n@say begun\n@wait 60000')
    await agent.find(isChunk)
    agent.send(cancel(session))
    await agent.request('session/list', {})
    expect(agent.messages.filter((message) => message.id === turn)).toEqual([])
  })

  it('noise', async () => {
    await agent.play(session, '@fault noise\n@say fine')
    expect(agent.noise).toEqual(['Warning: a new version is available', '{"jsonrpc": "2.0", "method": '])
    expect(agent.said()).toBe('fine')
  })

  it('non-utf8', async () => {
    const bytes: Buffer[] = []
    const listen = (chunk: Buffer) => bytes.push(chunk)
    agent.process.stdout.on('data', listen)
    await agent.play(session, '@fault non-utf8')
    agent.process.stdout.off('data', listen)
    expect(Buffer.concat(bytes).includes(Buffer.from([0xff, 0xfe, 0x80]))).toBe(true)
    expect(agent.updates('tool_call_update')[0]?.['content'][1]).toMatchObject({
      type: 'diff',
      oldText: '\u0000\u0001old',
    })
  })

  it('permission-before-call', async () => {
    const turn = agent.prompt(session, '@fault permission-before-call\n@run true')
    const asked = await agent.permission(0)
    expect(asked.params?.toolCall).toMatchObject({ kind: 'execute', rawInput: { command: 'true' } })
    agent.choose(asked, 'allow_once')
    await agent.response(turn)
    expect(agent.updates('tool_call')).toEqual([])
    expect(statuses()).toEqual(['in_progress', 'completed'])
  })

  it.each([
    ['', 'end_turn', ['failed']],
    [' cancelled', 'cancelled', []],
  ])('reject-ends-turn%s', async (argument, stopReason, ends) => {
    const turn = agent.prompt(session, `@fault reject-ends-turn${argument}\n@run true\n@say never`)
    agent.choose(await agent.permission(0), 'reject_once')
    expect((await agent.response(turn)).result).toEqual({ stopReason })
    expect(statuses()).toEqual(ends)
    expect(agent.said()).toBe('')
  })

  it('spawn-child', async () => {
    await agent.play(session, '@fault spawn-child')
    const pid = Number(readFileSync(join(store, 'child.pid'), 'utf8'))
    expect(process.kill(pid, 'SIGKILL')).toBe(true)
  })

  it('stall', async () => {
    const turn = agent.prompt(session, '@say begun\n@fault stall\n@say never')
    await agent.find(isChunk)
    agent.send(cancel(session))
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
    expect(agent.said()).toBe('begun')
  })

  it.each([
    ['unknown-request', 'craft/drainMidTurnQueue'],
    ['unsolicited-write', 'fs/write_text_file'],
  ])('%s', async (name, method) => {
    const turn = agent.prompt(session, `@fault ${name}`)
    const request = await agent.find((message) => message.method === method)
    agent.send({ jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'no such method' } })
    await agent.response(turn)
    expect(agent.said()).toBe(`The client answered ${method} with error -32601.`)
  })

  it('subagent-session', async () => {
    const turn = agent.prompt(session, '@fault subagent-session')
    const asked = await agent.permission(0)
    expect(asked.params?.sessionId).toBe(`${session}sub`)
    agent.choose(asked, 'reject_once')
    await agent.response(turn)
    expect(agent.said()).toContain('The subagent was refused.')
  })

  it('unknown-fields', async () => {
    await agent.play(session, '@fault unknown-fields')
    expect(agent.updates('tool_call')[0]).toMatchObject({ kind: 'paint', status: 'paused', mood: {}, _meta: {} })
  })

  it('unknown-update', async () => {
    await agent.play(session, '@fault unknown-update')
    expect(agent.updates('mood_update')).toHaveLength(1)
    expect(agent.messages.some((message) => message.method === '_vendor/heartbeat')).toBe(true)
  })

  it('update-unknown-call', async () => {
    await agent.play(session, '@fault update-unknown-call')
    expect(statuses()).toEqual(['completed'])
    expect(agent.updates('tool_call')).toEqual([])
  })

  it('updates-after-result', async () => {
    const turn = agent.prompt(session, '@fault updates-after-result')
    await agent.find((message) => message.params?.update?.['status'] === 'completed')
    const result = agent.messages.findIndex((message) => message.id === turn)
    expect(result).toBeGreaterThan(-1)
    expect(agent.messages.findIndex(isChunk)).toBeGreaterThan(result)
  })
})

describe('a fault of the whole process', () => {
  it('auto-mode-by-default', async () => {
    const { workspace, agent, restart } = startAgent('--fault', 'auto-mode-by-default')
    const session = await agent.session(workspace)
    await agent.play(session, '@run true')
    await agent.request('session/set_mode', { sessionId: session, modeId: 'ask' })
    const turn = agent.prompt(session, '@run true')
    agent.choose(await agent.permission(0), 'allow_once')
    await agent.response(turn)
    agent.kill()

    const next = restart('--fault', 'auto-mode-by-default')
    await next.initialize()
    const loaded = await next.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    expect(loaded.result.modes.currentModeId).toBe('auto')
  })

  it('crash-at-permission, after which the call is replayed as open and the next prompt works', async () => {
    const { workspace, store, agent, restart } = startAgent()
    const session = await agent.session(workspace)
    agent.prompt(session, '@fault crash-at-permission\n@write a.txt :: A')
    await agent.permission(0)
    expect(await agent.exited).toEqual([null, 'SIGKILL'])
    expect(() => journal(store, 'answers')).toThrow('ENOENT')

    const next = restart()
    await next.initialize()
    await next.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    expect(next.updates('tool_call')).toMatchObject([{ kind: 'edit', status: 'pending' }])
    expect(next.updates('tool_call_update')).toEqual([])
    await next.play(session, '@say go on')
    expect(next.said()).toBe('go on')
  })

  it('crash-mid-chunk', async () => {
    const { workspace, agent } = startAgent()
    const session = await agent.session(workspace)
    agent.prompt(session, '@say whole\n@fault crash-mid-chunk\n@say broken')
    expect(await agent.exited).toEqual([null, 'SIGKILL'])
    await expect.poll(() => agent.noise).toEqual([expect.stringMatching(/^{"jsonrpc":"2.0","method":"session/)])
    expect(agent.said()).toBe('whole')
  })

  it.each(['ignore-sigterm', 'ignore-sigterm=stdin'])('%s', async (flag) => {
    const { workspace, agent } = startAgent('--fault', flag)
    const session = await agent.session(workspace)
    agent.process.kill('SIGTERM')
    await agent.play(session, '@say still here')
    agent.process.stdin.end()
    if (flag !== 'ignore-sigterm') setTimeout(() => agent.process.kill('SIGKILL'), 300)
    expect(await agent.exited).toEqual(flag === 'ignore-sigterm' ? [0, null] : [null, 'SIGKILL'])
  })

  it('load-fails', async () => {
    const { workspace, agent } = startAgent('--fault', 'load-fails')
    const session = await agent.session(workspace)
    const load = await agent.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    expect(load.error?.code).toBe(-32_603)
  })

  it('mode-lost', async () => {
    const { workspace, agent } = startAgent('--fault', 'mode-lost')
    await agent.initialize()
    const { result } = await agent.request('session/new', { cwd: workspace, mcpServers: [] })
    expect(result.modes.currentModeId).toBe('ask')
    const where = { sessionId: result.sessionId, cwd: workspace, mcpServers: [] }
    expect((await agent.request('session/load', where)).result.modes.currentModeId).toBe('auto')
  })

  it.each([
    ['mode-refused', -32_602],
    ['mode-refused=silent', undefined],
  ])('%s', async (flag, code) => {
    const { workspace, agent } = startAgent('--fault', flag)
    const session = await agent.session(workspace)
    const set = await agent.request('session/set_mode', { sessionId: session, modeId: 'auto' })
    expect(set.error?.code).toBe(code)
    const resumed = await agent.request('session/resume', { sessionId: session, cwd: workspace, mcpServers: [] })
    expect(resumed.result.modes.currentModeId).toBe('ask')
  })

  it('no-message-ids', async () => {
    const { workspace, agent } = startAgent('--fault', 'no-message-ids')
    const session = await agent.session(workspace)
    await agent.play(session, '@say two words')
    await agent.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    const chunks = agent.updates('agent_message_chunk')
    expect(chunks.map((update) => update['content'].text)).toEqual(['two ', 'words', 'two words'])
    for (const chunk of chunks) expect(chunk).not.toHaveProperty('messageId')
  })

  it('replay-after-load and replay-as-text', async () => {
    const { workspace, agent, restart } = startAgent()
    const session = await agent.session(workspace)
    await agent.play(session, '@nopermit\n@run true\n@say done')
    agent.kill()

    const next = restart('--fault', 'replay-after-load', '--fault', 'replay-as-text')
    await next.initialize()
    const load = await next.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    await next.find((message) => message.params?.update?.['sessionUpdate'] === 'available_commands_update')
    expect(next.messages.findIndex(isChunk)).toBeGreaterThan(next.messages.indexOf(load))
    expect(next.said()).toBe('[Tool call: Run true]done')
    expect(next.updates('tool_call')).toEqual([])
  })

  it.each([
    ['second-prompt', 'one.two.', ['end_turn', 'end_turn']],
    ['second-prompt=cancels', 'begun.two.', ['cancelled', 'end_turn']],
  ])('%s', async (flag, said, reasons) => {
    const { workspace, agent } = startAgent('--fault', flag)
    const session = await agent.session(workspace)
    const merged = flag === 'second-prompt'
    const first = agent.prompt(session, merged ? '@wait 50\n@say one.' : '@say begun.\n@wait 60000\n@say one.')
    if (!merged) await agent.find(isChunk)
    const second = agent.prompt(session, '@say two.')
    const results = await Promise.all([agent.response(first), agent.response(second)])
    expect(results.map((response) => response.result.stopReason)).toEqual(reasons)
    expect(agent.said()).toBe(said)
    if (merged) expect(agent.messages.indexOf(results[0])).toBeGreaterThan(agent.messages.findLastIndex(isChunk))
  })

  it('slow-start', async () => {
    const { agent } = startAgent('--fault', 'slow-start=300')
    const first = agent.start('initialize', { protocolVersion: 1, clientCapabilities: {} })
    const before = Date.now()
    await agent.response(first)
    expect(Date.now() - before).toBeGreaterThan(250)
  })
  it('text-only', async () => {
    const { agent } = startAgent('--fault', 'text-only')
    expect((await agent.initialize()).result.agentCapabilities.promptCapabilities).toEqual({})
  })
})
