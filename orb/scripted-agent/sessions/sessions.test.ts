import { describe, expect, it } from 'vitest'
import { startAgent, useBuiltAgent } from '../testing/agents.ts'
import type { RawClient } from '../testing/raw-client.ts'

useBuiltAgent()

describe('sessions', () => {
  it('replays a session in another process as it was, with the same ids', async () => {
    const { workspace, restart, agent } = startAgent()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@say Hello there\n@think Hm\n@write a.txt :: A\n@ask Which? | This | That')
    agent.choose(await agent.permission(0), 'allow_once')
    agent.answer(await agent.permission(1), { outcome: { outcome: 'selected', optionId: 'opt-q1' } })
    await agent.response(turn)
    agent.process.stdin.end()
    expect(await agent.exited).toEqual([0, null])

    const next = restart()
    await next.initialize()
    const listed = await next.request('session/list', {})
    expect(listed.result.sessions).toMatchObject([{ sessionId: session, cwd: workspace, title: 'Hello there' }])
    const loaded = await next.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    expect(loaded.result.modes.currentModeId).toBe('ask')
    const whole = (client: RawClient, kind: string) => {
      const texts = new Map<string, string>()
      for (const { messageId, content } of client.updates(kind))
        texts.set(messageId, (texts.get(messageId) ?? '') + content.text)
      return [...texts]
    }
    expect(whole(next, 'agent_message_chunk')).toEqual(whole(agent, 'agent_message_chunk'))
    expect(whole(next, 'agent_thought_chunk')).toEqual(whole(agent, 'agent_thought_chunk'))
    expect(next.updates('tool_call')).toEqual(agent.updates('tool_call'))
    expect(next.updates('user_message_chunk')).toMatchObject([
      { content: { text: expect.stringContaining('@say Hello') } },
    ])
    const replayed = next.messages.length
    await next.play(session, '@say again')
    expect(next.updates('agent_message_chunk').at(-1)?.['messageId']).not.toBe(
      agent.updates('agent_message_chunk')[0]?.['messageId'],
    )
    const again = await next.request('session/load', { sessionId: session, cwd: workspace, mcpServers: [] })
    expect(again.result).toEqual(loaded.result)
    expect(next.messages.length).toBeLessThan(replayed * 3)
  })

  it('keeps mode and settings, and says what holds', async () => {
    const { workspace, restart, agent } = startAgent()
    const session = await agent.session(workspace)
    await agent.request('session/set_mode', { sessionId: session, modeId: 'auto' })
    expect(agent.updates('current_mode_update')).toMatchObject([{ currentModeId: 'auto' }])
    const set = await agent.request('session/set_config_option', {
      sessionId: session,
      configId: 'thoughts',
      value: 'none',
    })
    expect(set.result.configOptions).toContainEqual(expect.objectContaining({ id: 'thoughts', currentValue: 'none' }))
    await agent.play(session, '@think not shown\n@run true')
    expect(agent.updates('agent_thought_chunk')).toEqual([])
    expect((await agent.request('session/set_mode', { sessionId: session, modeId: 'wild' })).error?.code).toBe(-32_602)
    agent.process.kill('SIGTERM')
    expect(await agent.exited).toEqual([143, null])

    const next = restart()
    await next.initialize()
    const resumed = await next.request('session/resume', { sessionId: session, cwd: workspace })
    expect(resumed.result.modes.currentModeId).toBe('auto')
    expect(next.updates('agent_message_chunk')).toEqual([])
  })

  it('closes a session and answers for one that does not exist', async () => {
    const { workspace, agent } = startAgent()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@wait 60000')
    await agent.find((message) => message.params?.update?.['sessionUpdate'] === 'session_info_update')
    await agent.request('session/close', { sessionId: session })
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'cancelled' })
    expect((await agent.play(session, '@say x')).error?.code).toBe(-32_002)
    const load = await agent.request('session/load', { sessionId: '../../etc', cwd: workspace, mcpServers: [] })
    expect(load.error?.code).toBe(-32_002)
  })

  it('plays a second prompt after the first', async () => {
    const { workspace, agent } = startAgent()
    const session = await agent.session(workspace)
    const first = agent.prompt(session, '@wait 50\n@say one.')
    const second = agent.prompt(session, '@say two.')
    await Promise.all([agent.response(first), agent.response(second)])
    expect(agent.said()).toBe('one.two.')
  })
})
