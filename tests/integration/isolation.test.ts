import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountOf } from '../../orb/isolation/account.ts'
import { agentJournal } from '../kill/agent-journal.ts'
import { agentPlace, AGENT_UID, whyNot, type RemovablePlace } from '../support/agent-place.ts'
import { isRunning, processesBelow, processesOfUser } from '../support/process-tree.ts'
import { readOrbRoom } from '../support/room-content.ts'
import { approvalUntil, startRunningOrb, type RunningOrb } from '../support/running-orb.ts'

/* What the loop promises holds for an agent that is kept apart as well, and nothing of it stays behind. */

/** What the start of a runner may take on a busy machine. */
const GONE_MS = 20_000

/** A command that leaves a process behind: in a namespace even one that has left its session, and with it the group. */
const LEAVE_BEHIND = {
  namespace: '@nopermit\n@run setsid sleep 600 & echo left',
  uid: '@nopermit\n@run sleep 600 & echo left',
}

describe.each(['namespace', 'uid'] as const)('an agent with isolation %s', (kind) => {
  const reason = whyNot(kind)
  let orb: RunningOrb
  let place: RemovablePlace

  beforeAll(async () => {
    if (reason !== null) return
    place = agentPlace(kind)
    orb = await startRunningOrb([], place)
  })
  afterAll(async () => {
    if (reason !== null) return
    await orb.dispose()
    place.remove()
  })

  test(`asks, and does what is allowed`, async (context) => {
    context.skip(reason !== null, reason ?? '')
    const thread = await orb.newThread()
    await thread.prompt('@permit\n@write asked.txt :: as asked')
    const { request } = await thread.pending()
    expect(existsSync(join(place.workspace, 'asked.txt'))).toBe(false)
    await (
      await orb.device.decide(orb.orbId, request, 'allow')
    ).answer
    expect(await thread.ended()).toMatchObject({ stopReason: 'end_turn' })
    await approvalUntil(orb, request.approvalId, (one) => one.effect === 'applied')
    expect(readFileSync(join(place.workspace, 'asked.txt'), 'utf8')).toBe('as asked')
    expect(agentJournal(place.agentStore).answers()).toHaveLength(1)
    const owner = kind === 'uid' ? AGENT_UID : (process.getuid?.() ?? 0)
    expect(statSync(join(place.workspace, 'asked.txt')).uid).toBe(owner)
    expect(orb.orb().orb).toMatchObject({ isolation: kind, account: accountOf(owner) })
  })

  test('is stopped in the middle of a command', async (context) => {
    context.skip(reason !== null, reason ?? '')
    const thread = await orb.newThread()
    await thread.prompt('@nopermit\n@run sleep 600')
    await orb.room.until(
      (doc) => readOrbRoom(doc).threads.get(thread.threadId)?.run?.state === 'running' || null,
      'run',
    )
    await orb.device.command(orb.orbId, { kind: 'cancel', threadId: thread.threadId, runId: null }).answer
    expect(await thread.ended()).toMatchObject({ stopReason: 'cancelled' })
  })

  test('dies with a runner that is killed, and is started again by the next', async (context) => {
    context.skip(reason !== null, reason ?? '')
    const thread = await orb.newThread()
    await thread.prompt(LEAVE_BEHIND[kind])
    expect(await thread.ended()).toMatchObject({ stopReason: 'end_turn' })
    const company = kind === 'uid' ? processesOfUser(AGENT_UID) : processesBelow(orb.runner.pid)
    expect(company.length).toBeGreaterThan(1)
    await orb.runner.kill()
    if (kind === 'namespace') await expect.poll(() => company.filter(isRunning), { timeout: GONE_MS }).toEqual([])
    await orb.restartRunner()
    await expect.poll(() => company.filter(isRunning), { timeout: GONE_MS }).toEqual([])
    const next = await orb.newThread()
    await next.prompt('@nopermit\n@write after.txt :: after')
    expect(await next.ended()).toMatchObject({ stopReason: 'end_turn' })
    expect(readFileSync(join(place.workspace, 'after.txt'), 'utf8')).toBe('after')
  })

  test('leaves nothing when its runner is stopped', async (context) => {
    context.skip(reason !== null, reason ?? '')
    const company = processesBelow(orb.runner.pid)
    expect(company.length).toBeGreaterThan(0)
    await orb.runner.stop()
    expect(company.filter(isRunning)).toEqual([])
  })
})
