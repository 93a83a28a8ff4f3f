import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shareAgent, useBuiltAgent } from '../testing/agents.ts'

useBuiltAgent()
const fresh = shareAgent()

describe('cancelling', () => {
  it('withdraws an open permission, ends the call and the turn', async () => {
    const { workspace, file, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@write a.txt :: A\n@say never')
    const asked = await agent.permission(0)
    agent.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: session } })
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
    const withdrawn = await agent.find((message) => message.method === '$/cancel_request')
    expect(withdrawn.params).toEqual({ requestId: asked.id })
    expect(agent.updates('tool_call_update')).toMatchObject([{ status: 'failed' }])
    agent.choose(asked, 'allow_once')
    expect((await agent.play(session, '@say next')).result).toEqual({ stopReason: 'end_turn' })
    expect(() => file('a.txt')).toThrow('ENOENT')
    expect(agent.said()).toBe('next')
  })

  it('takes the answer "cancelled" for the end of the turn', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@write a.txt :: A\n@say never')
    agent.answer(await agent.permission(0), { outcome: { outcome: 'cancelled' } })
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
    expect(agent.said()).toBe('')
  })

  it('answers a withdrawn prompt with -32800', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@say begun\n@wait 60000')
    await agent.find((message) => message.params?.update?.['sessionUpdate'] === 'agent_message_chunk')
    agent.send({ jsonrpc: '2.0', method: '$/cancel_request', params: { requestId: turn } })
    expect((await agent.response(turn)).error?.code).toBe(-32_800)
  })

  it.runIf(process.platform === 'linux')('ends a command with everything that it started', async () => {
    const { workspace, file, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@nopermit\n@run (sleep 60 & echo $! > child; echo up; wait); true')
    await agent.find((message) => message.params?.update?.['content']?.[0]?.content?.text === 'up\n')
    agent.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: session } })
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
    const child = Number(file('child'))
    await expect.poll(() => isRunning(child)).toBe(false)
  })

  it('is heard in the middle of many entries', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@many 100000')
    await agent.find((message) => message.params?.update?.['sessionUpdate'] === 'tool_call')
    agent.send({ jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: session } })
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
    expect(agent.messages.length).toBeLessThan(60_000)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
