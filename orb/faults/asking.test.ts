import { expect } from 'vitest'
import { useFaultyAgents } from './stage.ts'

const underFault = useFaultyAgents()

underFault('answered-inside', 'it is told as bypassed, and answered no more', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write inside.txt :: x`)
  const approval = await agent.asked()
  expect(await agent.report('approval.ended', () => true)).toMatchObject({ outcome: 'withdrawn' })
  expect(await agent.report('decision.effect', () => true)).toMatchObject({ effect: 'bypassed' })
  expect(await ended).toMatchObject({ stopReason: 'end_turn' })
  const late = await agent.running.decision(approval, { verdict: 'deny' })
  expect(await agent.done(late)).toMatchObject({ effect: 'undeliverable' })
  expect(agent.answers(approval)).toEqual([])
})

underFault('call-never-closed', 'the call is closed at the end of the run', {}, async (agent) => {
  await agent.prompt(`${agent.fault}\n@nopermit\n@write open.txt :: x`).ended
  const call = agent.call()
  expect(call).toMatchObject({ open: false, body: { status: 'failed' } })
})

underFault('cancel-needs-answer', 'a stop answers what is open, so that the turn ends by itself', {}, async (agent) => {
  const { begun, ended } = agent.prompt(`${agent.fault}\n@permit\n@write stopped.txt :: x`)
  const approval = await agent.asked()
  const { runId } = await begun
  await agent.done({ kind: 'cancel', threadId: agent.threadId, runId })
  expect(await ended).toMatchObject({ stopReason: 'cancelled' })
  expect(agent.answers(approval)).toEqual(['cancelled'])
  // A runner that does not answer gets there, too, by ending the agent.
  expect(agent.texts('notice')).toEqual([])
  expect(agent.wrote('stopped.txt')).toBe(false)
})

underFault(
  'crash-at-permission',
  'the question is void, the run interrupted, and the next prompt works',
  { alone: true },
  async (agent) => {
    const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write void.txt :: x`)
    const approval = await agent.asked()
    expect(await agent.report('approval.ended', () => true)).toMatchObject({ outcome: 'void' })
    expect(await ended).toMatchObject({ stopReason: 'interrupted' })
    expect(await agent.prompt('@say Back.').ended).toMatchObject({ stopReason: 'end_turn' })
    expect(agent.answers(approval)).toEqual([])
  },
)

underFault('diff-only-in-call', 'the question shows the diff of the call', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write diff.txt :: new`)
  const approval = await agent.asked()
  expect(approval.toolCall?.content).toContainEqual(expect.objectContaining({ type: 'diff', newText: 'new' }))
  await agent.decide(approval, 'allow')
  await ended
  expect(agent.wrote('diff.txt')).toBe(true)
})

underFault('duplicate-permission', 'it is one question, answered once', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write once.txt :: x`)
  const approval = await agent.asked()
  await agent.decide(approval, 'allow')
  expect(await ended).toMatchObject({ stopReason: 'end_turn' })
  expect(agent.texts('notice')).toEqual([expect.stringContaining('asked the same question twice')])
  expect(agent.answers(approval)).toEqual(['selected'])
})

underFault('duplicate-permission call', 'each is a question of its own, and none stays open', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write twice.txt :: x`)
  const [first, second] = [await agent.asked(0), await agent.asked(1)]
  await agent.decide(second, 'allow')
  expect(await ended).toMatchObject({ stopReason: 'end_turn' })
  const ends = await agent.report('approval.ended', (one) => one.approvalId === first.approvalId)
  expect(ends.outcome).toBe('withdrawn')
  expect(agent.answers(first)).toEqual(['selected'])
})

underFault('missing-reject', 'a denial is no choice of an option', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write noway.txt :: x`)
  const approval = await agent.asked()
  await agent.decide(approval, 'deny')
  await ended
  expect(agent.answers(approval)).toEqual(['cancelled'])
  expect(agent.wrote('noway.txt')).toBe(false)
})

underFault('missing-reject kinds', 'a denial never takes what claims to allow', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write kinds.txt :: x`)
  const approval = await agent.asked()
  expect(approval.options.map((option) => option.kind)).toEqual(Array(4).fill('allow_once'))
  await agent.decide(approval, 'deny')
  await ended
  expect(agent.answers(approval)).toEqual(['cancelled'])
  expect(agent.wrote('kinds.txt')).toBe(false)
})

underFault('permission-before-call', 'the call is made from the question', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write before.txt :: x`)
  const approval = await agent.asked()
  expect(approval.toolCall).toMatchObject({ toolKind: 'edit', title: expect.stringContaining('before.txt') as string })
  await agent.decide(approval, 'allow')
  await ended
  expect(agent.entries().filter((entry) => entry.kind === 'tool_call')).toHaveLength(1)
  expect(agent.wrote('before.txt')).toBe(true)
})

underFault('reject-ends-turn', 'the run ends as the agent says, and the next prompt works', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write ends.txt :: x\n@say Never.`)
  await agent.decide(await agent.asked(), 'deny')
  expect(await ended).toMatchObject({ stopReason: 'end_turn' })
  expect(agent.call()).toMatchObject({ body: { status: 'failed' } })
  expect(await agent.prompt('@say On.').ended).toMatchObject({ stopReason: 'end_turn' })
  expect(agent.texts('agent_message')).toEqual(['On.'])
})

underFault('reject-ends-turn cancelled', 'the run is cancelled, and the call closed', {}, async (agent) => {
  const { ended } = agent.prompt(`${agent.fault}\n@permit\n@write cancels.txt :: x\n@say Never.`)
  await agent.decide(await agent.asked(), 'deny')
  expect(await ended).toMatchObject({ stopReason: 'cancelled' })
  expect(await agent.report('decision.effect', (one) => one.effect !== 'delivered')).toMatchObject({
    effect: 'applied',
  })
  const call = agent.call()
  expect(call).toMatchObject({ open: false, body: { status: 'cancelled' } })
})

underFault(
  'subagent-session',
  'what it asks reaches a person, and the answer the subagent',
  { alone: true },
  async (agent) => {
    const { ended } = agent.prompt(`${agent.fault}\n@say And on.`)
    const approval = await agent.asked()
    expect(approval.toolCall).toMatchObject({ title: 'Look it up' })
    await agent.decide(approval, 'allow')
    expect(await ended).toMatchObject({ stopReason: 'end_turn' })
    expect(agent.texts('agent_message')).toEqual(['The subagent was allowed.', 'And on.'])
    expect(agent.texts('notice')).toHaveLength(2)
  },
)
