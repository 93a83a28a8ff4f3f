import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentJournal } from '../kill/agent-journal.ts'
import { readOrbRoom } from '../support/room-content.ts'
import { approvalUntil, startRunningOrb, type RunningOrb } from '../support/running-orb.ts'

/*
 * OpenCode was seen to write a file when an allow came after the stop of its run, even in the same moment. So nothing may
 * answer a question once the stop is on its way to the harness, however long that takes to be written.
 */

/** Three of these are more than the socket to the agent holds while it does not read. */
const LONG = 120 * 1024

let orb: RunningOrb

beforeAll(async () => {
  orb = await startRunningOrb()
})
afterAll(() => orb.dispose())

test('an allow that comes after a stop which the agent has not read yet never reaches the agent', async () => {
  const { device, orbId, workspace } = orb
  const journal = agentJournal(orb.agentStore)
  const fillers = await Promise.all([1, 2, 3].map(() => orb.newThread()))
  for (const filler of fillers) {
    await filler.prompt('@say Ready.')
    await filler.ended()
  }
  const thread = await orb.newThread()
  await thread.prompt('@permit\n@write late.txt :: no')
  const { request } = await thread.pending()
  const agent = journal.pid() ?? 0
  process.kill(agent, 'SIGSTOP')
  try {
    for (const filler of fillers) {
      await filler.prompt(`@say Read at last.\n${'x'.repeat(LONG)}`)
      const isRunning = (state: string | undefined) => state === 'running' || null
      await orb.room.until((doc) => isRunning(readOrbRoom(doc).threads.get(filler.threadId)?.run?.state), 'the run')
    }
    const stop = device.command(orbId, { kind: 'cancel', threadId: thread.threadId, runId: null })
    const allow = await device.decide(orbId, request, 'allow')
    await Promise.all([stop.answer, allow.answer])
    await approvalUntil(orb, request.approvalId, (one) => one.outcome === 'withdrawn' || one.effect !== 'none')
  } finally {
    process.kill(agent, 'SIGCONT')
  }
  expect(await thread.ended()).toMatchObject({ stopReason: 'cancelled' })
  await Promise.all(fillers.map((filler) => filler.ended()))
  const { toolCallId } = request.toolCall ?? {}
  const answers = journal.answers().filter((answer) => answer.toolCallId === toolCallId)
  expect(answers.map((answer) => answer.outcome)).toEqual(['cancelled'])
  expect(existsSync(join(workspace, 'late.txt'))).toBe(false)
})
