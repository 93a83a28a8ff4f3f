import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shareAgent, useBuiltAgent } from '../testing/agents.ts'

useBuiltAgent()
const fresh = shareAgent()

const FORMS = { elicitation: { form: {}, url: {} } }

describe('a script', () => {
  it('changes files, runs commands and reads without asking where it may', async () => {
    const { workspace, file, agent } = fresh()
    const session = await agent.session(workspace)
    const script = [
      '@plan Write | Run',
      '@nopermit',
      '@write deep/a.txt :: one\\ntwo',
      '@edit deep/a.txt :: two => $& and three',
      '@read deep/a.txt',
      '@run printf out; printf err >&2; exit 3',
      '@write gone.txt :: x',
      '@delete gone.txt',
      '@edit deep/a.txt :: not there => y',
    ]
    expect((await agent.play(session, script.join('\n'))).result).toEqual({ stopReason: 'end_turn' })
    expect(file('deep/a.txt')).toBe('one\n$& and three')
    expect(() => file('gone.txt')).toThrow('ENOENT')
    const ends = agent
      .updates('tool_call_update')
      .filter((update) => update['status'] !== 'in_progress' && update['status'])
    expect(ends.map((update) => update['status'])).toEqual([
      'completed',
      'completed',
      'completed',
      'failed',
      'completed',
      'completed',
      'failed',
    ])
    expect(ends[3]).toMatchObject({ rawOutput: { exitCode: 3, signal: null } })
    expect(ends[3]?.['content'][0].content.text).toMatch(/^(outerr|errout)\nExit code 3$/)
    expect(ends[6]?.['content'][0].content.text).toBe('The text to replace is not in deep/a.txt.')
    const plans = agent
      .updates('plan')
      .map((plan) => plan['entries'].map((entry: { status: string }) => entry.status).join())
    expect(plans).toEqual(['in_progress,pending', 'completed,in_progress', 'completed,completed'])
  })

  it('opens several permissions at once and takes the answers in any order', async () => {
    const { workspace, file, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@write a.txt :: A\n@and @write b.txt :: B\n@and @run touch c.txt\n@say after')
    const asked = await Promise.all([0, 1, 2].map((index) => agent.permission(index)))
    expect(agent.said()).toBe('')
    agent.choose(asked[2]!, 'allow_once')
    agent.choose(asked[1]!, 'reject_once')
    agent.choose(asked[0]!, 'allow_once')
    await agent.response(turn)
    expect([file('a.txt'), file('c.txt')]).toEqual(['A', ''])
    expect(() => file('b.txt')).toThrow('ENOENT')
    expect(agent.said()).toBe('I was not allowed to do this: Create b.txt. I leave it and go on.after')
  })

  it('applies "always" to that kind of tool, in this session', async () => {
    const { workspace, file, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@write a.txt :: A\n@write b.txt :: B\n@run true\n@run touch c.txt')
    agent.choose(await agent.permission(0), 'allow_always')
    agent.choose(await agent.permission(1), 'reject_always')
    await agent.response(turn)
    expect(file('b.txt')).toBe('B')
    expect(() => file('c.txt')).toThrow('ENOENT')
  })

  it('shows the output of a command while it runs', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(
      session,
      '@nopermit\n@run echo first; while [ ! -f go ]; do sleep 0.05; done; echo second',
    )
    const early = await agent.find((message) => message.params?.update?.['content']?.[0]?.content?.text === 'first\n')
    expect(early.params?.update).not.toHaveProperty('status')
    writeFileSync(join(workspace, 'go'), '')
    await agent.response(turn)
    expect(agent.updates('tool_call_update').at(-1)?.['content'][0].content.text).toBe('first\nsecond\nExit code 0')
  })

  it('asks with a permission where the client has no forms', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    const turn = agent.prompt(session, '@ask Which? | This | That')
    const asked = await agent.permission(0)
    expect(asked.params?.toolCall).toMatchObject({ kind: 'think', title: 'Which?' })
    agent.answer(asked, { outcome: { outcome: 'selected', optionId: 'opt-q2' } })
    await agent.response(turn)
    expect(agent.said()).toBe('The answer is: That')
  })

  it('asks the person to open a page', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace, FORMS)
    const turn = agent.prompt(session, '@askurl Sign in | https://a.example/')
    const asked = await agent.find((message) => message.method === 'elicitation/create')
    expect(asked.params).toMatchObject({ mode: 'url', url: 'https://a.example/', message: 'Sign in' })
    agent.answer(asked, { action: 'accept' })
    await agent.response(turn)
    const done = await agent.find((message) => message.method === 'elicitation/complete')
    expect(done.params?.['elicitationId']).toBe(asked.params?.['elicitationId'])
  })

  it('ends as @status says', async () => {
    const { workspace, agent } = fresh()
    const session = await agent.session(workspace)
    expect((await agent.play(session, '@status error no model')).error).toMatchObject({
      code: -32603,
      message: 'no model',
    })
    expect((await agent.play(session, '@status refusal\n@say never')).result).toEqual({ stopReason: 'refusal' })
    expect(agent.said()).toBe('')
  })

  it('shows what only some clients know to those alone', async () => {
    const script = '@notice Mind this\n@compact In short'
    const plain = fresh()
    await plain.agent.play(await plain.agent.session(plain.workspace), script)
    expect(plain.agent.updates('notice')).toEqual([])
    const rich = fresh()
    const capabilities = { session: { notices: {}, compaction: {}, configOptions: { boolean: {} } } }
    await rich.agent.play(await rich.agent.session(rich.workspace, capabilities), script)
    expect(rich.agent.updates('notice')).toMatchObject([{ title: 'Mind this' }])
    expect(rich.agent.updates('compaction_update').map((update) => update['status'])).toEqual([
      'in_progress',
      'completed',
    ])
  })

  it.runIf(process.platform === 'linux')(
    'makes many entries without keeping them in memory, for a client that reads slowly',
    async () => {
      const { workspace, agent } = fresh()
      const session = await agent.session(workspace)
      const turn = agent.prompt(session, '@many 20000')
      await agent.find((message) => message.params?.update?.['sessionUpdate'] === 'tool_call')
      agent.process.stdout.pause()
      const before = agent.messages.length
      const peak = () =>
        Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${agent.process.pid}/status`, 'utf8'))?.[1])
      const half = peak()
      agent.process.stdout.resume()
      expect((await agent.response(turn)).result).toEqual({ stopReason: 'end_turn' })
      expect(before).toBeLessThan(20_000)
      expect(agent.messages.length).toBeGreaterThan(26_000)
      // 20,000 entries are some 6 MB as JSON; a third of that would show.
      expect(peak() - half).toBeLessThan(64 * 1024)
    },
  )
})
