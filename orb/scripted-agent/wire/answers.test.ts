import { describe, expect, it } from 'vitest'
import { journal, startAgent, useBuiltAgent } from '../testing/agents.ts'

useBuiltAgent()

describe('journals', () => {
  it('hold each prompt and each answer, with who received it', async () => {
    const { workspace, store, agent } = startAgent()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@write a.txt :: A\n@run true')
    const write = await agent.permission(0)
    agent.choose(write, 'allow_once')
    agent.answer(await agent.permission(1), { outcome: { outcome: 'cancelled' } })
    await agent.response(turn)
    const pid = agent.process.pid
    expect(journal(store, 'prompts')).toMatchObject([{ sessionId: session, text: '@write a.txt :: A\n@run true', pid }])
    expect(journal(store, 'answers')).toMatchObject([
      {
        toolCallId: write.params?.toolCall?.['toolCallId'],
        kind: 'permission',
        outcome: 'selected',
        optionId: 'opt-a1',
        pid,
      },
      { kind: 'permission', outcome: 'cancelled', optionId: null, pid },
    ])
  })

  it('show an answer that came twice as two lines', async () => {
    const { workspace, store, agent } = startAgent()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@write a.txt :: A')
    const asked = await agent.permission(0)
    agent.choose(asked, 'allow_once')
    agent.choose(asked, 'allow_once')
    await agent.response(turn)
    await agent.request('session/list', {})
    expect(journal(store, 'answers')).toHaveLength(2)
  })
})
