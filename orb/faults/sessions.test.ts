import { describe, expect } from 'vitest'
import type { ManifestChange } from '../testing/running.ts'
import { useFaultyAgents, type FaultyAgent } from './stage.ts'

const underFault = useFaultyAgents()

const LOADS: ManifestChange = {
  resume: {
    method: 'load',
    replay: 'structured',
    replayAfterAnswer: false,
    messageIds: true,
    minGapMs: 0,
    modeKept: true,
  },
}

const SCRIPT = '@think Hm.\n@say Hello there.\n@nopermit\n@run true'

async function runTwice(agent: FaultyAgent): Promise<readonly string[]> {
  await agent.prompt(SCRIPT).ended
  const before = agent.entries().map((entry) => entry.kind)
  await agent.done({ kind: 'harness.restart' })
  expect(await agent.prompt('@say On.').ended).toMatchObject({ stopReason: 'end_turn' })
  return before
}

describe('a session that is taken up', () => {
  underFault('load-fails', 'a new one goes on, and that is said', {}, async (agent) => {
    await runTwice(agent)
    expect(agent.texts('notice')).toEqual([expect.stringContaining('starts afresh')])
    expect(agent.texts('agent_message')).toEqual(['Hello there.', 'On.'])
  })

  underFault('replay-after-load', 'nothing of it is shown as new', { manifest: LOADS }, async (agent) => {
    const before = await runTwice(agent)
    expect(agent.entries().map((entry) => entry.kind)).toEqual([...before, 'user_message', 'agent_message'])
  })

  underFault(
    'replay-as-text',
    'nothing of it is shown, and the calls stay calls',
    { manifest: LOADS },
    async (agent) => {
      const before = await runTwice(agent)
      expect(before).toContain('tool_call')
      expect(agent.entries().map((entry) => entry.kind)).toEqual([...before, 'user_message', 'agent_message'])
    },
  )
})

describe('the mode in which an agent asks', () => {
  const confirmed = (agent: FaultyAgent) => agent.report('thread.meta', (one) => one.asking?.state === 'confirmed')

  underFault('auto-mode-by-default', 'it is set before the first prompt', {}, async (agent) => {
    const { ended } = agent.prompt('@write auto.txt :: x')
    await agent.decide(await agent.asked(), 'deny')
    await ended
    expect((await confirmed(agent)).modes?.current).toBe('ask')
    expect(agent.wrote('auto.txt')).toBe(false)
  })

  underFault('mode-lost', 'it is set again before the next prompt', {}, async (agent) => {
    await agent.prompt('@say Hello.').ended
    await agent.done({ kind: 'harness.restart' })
    const { ended } = agent.prompt('@write lost.txt :: x')
    await agent.decide(await agent.asked(), 'deny')
    await ended
    expect(agent.wrote('lost.txt')).toBe(false)
  })

  const alsoAuto = { with: ['auto-mode-by-default'] } as const

  underFault('mode-refused', 'it is not confirmed, and said why', alsoAuto, async (agent) => {
    await agent.prompt('@say Hello.').ended
    const { asking } = await agent.report('thread.meta', (one) => (one.asking ?? null) !== null)
    expect(asking).toMatchObject({ state: 'unconfirmed', message: expect.stringContaining('"Go ahead"') as string })
    expect(await agent.running.report('orb.state', (one) => one.asking?.state === 'unconfirmed')).toBeDefined()
  })

  underFault('mode-refused silent', 'what it says is believed, and not what it was told', alsoAuto, async (agent) => {
    await agent.prompt('@say Hello.').ended
    const { asking } = await agent.report('thread.meta', (one) => (one.asking ?? null) !== null)
    expect(asking).toMatchObject({ state: 'unconfirmed', message: expect.stringContaining('"Go ahead"') as string })
  })
})

underFault('slow-start', 'a prompt waits for it', {}, async (agent) => {
  const from = Date.now()
  expect(await agent.prompt('@say Awake.').ended).toMatchObject({ stopReason: 'end_turn' })
  // Far less than the whole of it: the clock runs from its start, not from the prompt.
  expect(Date.now() - from).toBeGreaterThan(1000)
})

describe('what an agent takes with a prompt', () => {
  underFault('text-only', 'the orb says that it gets a path in place of a file', {}, async (agent) => {
    const { takes } = await agent.running.report('orb.state', (one) => one.takes !== null && one.takes !== undefined)
    expect(takes).toEqual({ images: false, files: false, paths: true })
  })
})
