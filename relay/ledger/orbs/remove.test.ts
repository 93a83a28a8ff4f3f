import { expect, it } from 'vitest'
import {
  ADA,
  decisionOn,
  NOON,
  permission,
  testLedger,
  TestRunner,
  unsignedEnrolment,
} from '../../../tests/support/ledger.ts'
import { newId } from '../../../shared/ids.ts'

it('removing an orb voids what waits, ends what was on its way, and leaves nobody anything to see', async () => {
  await using test = await testLedger()
  const { ledger } = test
  const runner = new TestRunner(ledger)
  await runner.hello()
  await new TestRunner(ledger, 'orb-2').hello()
  const asked = permission({ threadId: 't1' })
  const run = { name: 'run.state', threadId: 't1', runId: 'r1', commandId: null, message: null } as const
  await runner.send(
    runner.report({ name: 'approval.raised', approval: asked }),
    runner.event('t1', 'a', 'close', { text: 'x' }),
    runner.report({ ...run, state: 'running', stopReason: null }),
  )
  const commandId = newId()
  await ledger.recordCommand({ orbId: 'orb-1', commandId, fence: 0, command: { kind: 'stop' }, by: ADA, at: NOON })
  const sha256 = 'b'.repeat(64)
  await ledger.recordBlob({ orbId: 'orb-1', sha256, bytes: 1, threadId: 't1', at: NOON })
  test.feed.length = 0

  expect(await ledger.removeOrb('orb-1', ADA, NOON + 5)).toBe(true)
  expect(test.feed.map(({ type }) => type)).toContain('removed')
  expect(test.feed.find(({ type }) => type === 'command')).toMatchObject({ command: { state: 'undeliverable' } })
  expect(await ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'void', message: 'The orb was removed.' })
  expect(await ledger.decide(null, asked.approvalId, await decisionOn(asked), ADA, NOON)).toMatchObject({
    outcome: 'gone',
  })
  expect((await ledger.fleet()).map((orb) => orb.orbId)).toEqual(['orb-2'])
  expect(await ledger.orb('orb-1')).toBeNull()
  expect(await ledger.orbOfThread('t1')).toBeNull()
  expect(await ledger.threadTail('t1', 10, 1000)).toBeNull()
  expect(await ledger.entriesBefore('t1', 9, 10)).toBeNull()
  expect(await ledger.hasBlob('orb-1', sha256)).toBe(false)
  expect(await ledger.threadsOfBlob('orb-1', sha256)).toEqual([])
  expect(await ledger.rawEvents('t1', 0, 10)).toHaveLength(1)

  // Nobody comes back under its id, not even with an owner's enrolment for a new orb.
  expect(await runner.hello()).toEqual({ outcome: 'removed' })
  const { enrolment, admission } = unsignedEnrolment(null)
  await ledger.addEnrolment(enrolment, ADA, NOON)
  expect(await runner.hello({ admission })).toEqual({ outcome: 'removed' })
  expect(await runner.send(runner.event('t1', 'b', 'close', {}))).toEqual({ outcome: 'fenced' })
  const late = { orbId: 'orb-1', commandId: newId(), fence: 0, command: { kind: 'stop' }, by: ADA, at: NOON } as const
  expect(await ledger.recordCommand(late)).toMatchObject({ outcome: 'gone' })

  expect(await ledger.removeOrb('orb-1', ADA, NOON + 6)).toBe(false)
  expect(await ledger.removeOrb('nowhere', ADA, NOON + 6)).toBe(false)
  const kinds = (await ledger.auditRows(0, 20)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'orb.removed')).toHaveLength(1)
})
