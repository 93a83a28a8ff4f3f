import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { useFaultyAgents, type FaultyAgent } from './stage.ts'

const underFault = useFaultyAgents()

/** Longer than anything here takes: whoever waits for it has failed. */
const NEVER_MS = 600_000
const PATIENCE = { timeout: 10_000 }

const restart = (agent: FaultyAgent) => agent.done({ kind: 'harness.restart' })

/** Resolves once a process is gone. */
async function gone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(existsSync(`/proc/${pid}`)).toBe(false), PATIENCE)
}

function pidIn(agent: FaultyAgent): number {
  const lines = readFileSync(join(agent.store, 'prompts.jsonl'), 'utf8').trim().split('\n')
  return (JSON.parse(lines.at(-1) ?? '{}') as { pid: number }).pid
}

underFault('crash-mid-chunk', 'what was whole is kept, and the next prompt works', { alone: true }, async (agent) => {
  const { ended } = agent.prompt(`@say Kept.\n${agent.fault}\n@say This is lost.`)
  expect(await ended).toMatchObject({ stopReason: 'interrupted' })
  expect(agent.entries().every((entry) => !entry.open)).toBe(true)
  expect(agent.texts('agent_message')).toEqual(['Kept.'])
  expect(await agent.prompt('@say Back.').ended).toMatchObject({ stopReason: 'end_turn' })
})

underFault(
  'ignore-sigterm',
  'it is ended by closing its stdin',
  { manifest: { stop: { closeStdinMs: NEVER_MS, termMs: NEVER_MS } } },
  async (agent) => {
    await agent.prompt('@say Here.').ended
    const pid = pidIn(agent)
    expect(await restart(agent)).toMatchObject({ effect: 'applied' })
    await gone(pid)
  },
)

underFault(
  'ignore-sigterm stdin',
  'it is ended by force',
  { manifest: { stop: { closeStdinMs: 100, termMs: 100 } } },
  async (agent) => {
    await agent.prompt('@say Here.').ended
    const pid = pidIn(agent)
    expect(await restart(agent)).toMatchObject({ effect: 'applied' })
    await gone(pid)
    expect(await agent.prompt('@say Back.').ended).toMatchObject({ stopReason: 'end_turn' })
  },
)

underFault(
  'never-end-after-cancel',
  'it is ended itself, and the next prompt works',
  { alone: true },
  async (agent) => {
    const { begun, ended } = agent.prompt(`${agent.fault}\n@say Begun.\n@wait ${NEVER_MS}`)
    const { runId } = await begun
    await vi.waitFor(() => expect(agent.texts('agent_message')).toEqual(['Begun.']), PATIENCE)
    const pid = pidIn(agent)
    await agent.done({ kind: 'cancel', threadId: agent.threadId, runId })
    expect(await ended).toMatchObject({ stopReason: 'cancelled' })
    await gone(pid)
    expect(agent.texts('notice')).toEqual(['The agent did not stop when asked, and was ended.'])
    expect(await agent.prompt('@say Back.').ended).toMatchObject({ stopReason: 'end_turn' })
  },
)

underFault('second-prompt', 'it is never put to the test: a prompt waits for its turn', {}, async (agent) => {
  const [first, second] = [agent.prompt('@wait 200\n@say One.'), agent.prompt('@say Two.')]
  expect((await first.ended).stopReason).toBe('end_turn')
  expect(agent.texts('agent_message')).toEqual(['One.'])
  expect((await second.ended).stopReason).toBe('end_turn')
})

underFault('second-prompt cancels', 'it is never put to the test: the first one ends by itself', {}, async (agent) => {
  const [first, second] = [agent.prompt('@wait 200\n@say One.'), agent.prompt('@say Two.')]
  expect([(await first.ended).stopReason, (await second.ended).stopReason]).toEqual(['end_turn', 'end_turn'])
  expect(agent.texts('agent_message')).toEqual(['One.', 'Two.'])
})

underFault('spawn-child', 'the child goes with the agent', { alone: true }, async (agent) => {
  await agent.prompt(agent.fault).ended
  const child = Number(readFileSync(join(agent.store, 'child.pid'), 'utf8'))
  expect(existsSync(`/proc/${child}`)).toBe(true)
  await restart(agent)
  await gone(child)
})

underFault('stall', 'a stop ends the run', {}, async (agent) => {
  const { begun, ended } = agent.prompt(`@say Begun.\n${agent.fault}\n@say Never.`)
  const { runId } = await begun
  await vi.waitFor(() => expect(agent.texts('agent_message')).toEqual(['Begun.']), PATIENCE)
  await agent.done({ kind: 'cancel', threadId: agent.threadId, runId })
  expect(await ended).toMatchObject({ stopReason: 'cancelled' })
  expect(agent.texts('notice')).toEqual([])
})
