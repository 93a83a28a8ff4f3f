import { describe, expect, it } from 'vitest'
import { shareAgent, useBuiltAgent } from '../testing/agents.ts'

useBuiltAgent()
const fresh = shareAgent()

const FORMS = { elicitation: { form: {}, url: {} } }

describe('the story', () => {
  it('plans, edits, checks, asks and sums up', async () => {
    const { workspace, file, agent } = fresh('project')
    const session = await agent.session(workspace, FORMS)
    const turn = agent.prompt(session, 'make it <bold>.')

    const edit = await agent.permission(0)
    expect(edit.params?.toolCall).toMatchObject({ kind: 'edit', title: 'Edit index.html', content: [{ type: 'diff' }] })
    expect(edit.params?.options?.map((option) => option.kind)).toEqual([
      'allow_once',
      'allow_always',
      'reject_once',
      'reject_always',
    ])
    expect(file('index.html')).toContain('<h1>Harbour notes</h1>')
    agent.choose(edit, 'allow_once')

    const command = await agent.permission(1)
    expect(file('index.html')).toContain('<h1>Make it &lt;bold&gt;</h1>')
    expect(command.params?.toolCall).toMatchObject({
      kind: 'execute',
      rawInput: { command: 'node check.mjs', cwd: workspace },
    })
    agent.choose(command, 'allow_once')

    const question = await agent.find((message) => message.method === 'elicitation/create')
    expect(question.params).toMatchObject({ mode: 'form', message: 'Which of these two layouts?' })
    agent.answer(question, { action: 'accept', content: { choice: 'choice-2' } })
    agent.choose(await agent.permission(2), 'allow_once')

    expect((await agent.response(turn)).result).toEqual({ stopReason: 'end_turn' })
    expect(file('styles.css')).toContain('--columns: 1fr 1fr;')
    expect(agent.said()).toContain('Done: I changed the heading and the styles. The check passed.')
    const plan = agent.updates('plan').at(-1)
    expect(plan?.['entries'].map((entry: { status: string }) => entry.status)).toEqual(Array(5).fill('completed'))
    for (const kind of ['agent_thought_chunk', 'usage_update', 'session_info_update', 'available_commands_update']) {
      expect(agent.updates(kind), kind).not.toEqual([])
    }
  })

  it('goes on after every denial and changes nothing', async () => {
    const { workspace, file, agent } = fresh('project')
    const session = await agent.session(workspace, FORMS)
    const turn = agent.prompt(session, 'make it bold')
    agent.choose(await agent.permission(0), 'reject_once')
    agent.choose(await agent.permission(1), 'reject_once')
    agent.answer(await agent.find((message) => message.method === 'elicitation/create'), { action: 'decline' })
    agent.choose(await agent.permission(2), 'reject_once')
    expect((await agent.response(turn)).result).toEqual({ stopReason: 'end_turn' })
    expect(file('index.html')).toContain('<h1>Harbour notes</h1>')
    expect(agent.said()).toContain(
      'Nothing was changed. I left the heading and the styles alone. The check was not run.',
    )
    const statuses = agent.updates('tool_call_update').map((update) => update['status'] as string)
    expect(statuses.filter((status) => status === 'failed')).toHaveLength(3)
  })

  it('says so in a workspace that has no page', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    await agent.play(session, 'make it bold')
    expect(agent.said()).toContain('I have changed nothing.')
  })

  it('never puts the project into a workspace that holds something', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    await agent.play(session, '@nopermit\n@run ls')
    expect(agent.updates('tool_call_update').at(-1)?.['content'][0].content.text).toBe('note.txt\nExit code 0')
  })
})
