import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ADA, decisionOn, NOON, permission, testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import { nextState, PENDING, type ApprovalEvent } from '../../../shared/approvals/machine.ts'

const happening: fc.Arbitrary<ApprovalEvent> = fc.oneof(
  fc.constantFrom<ApprovalEvent>(
    { type: 'decision', outcome: 'allowed' },
    { type: 'decision', outcome: 'denied' },
    { type: 'end', outcome: 'expired' },
    { type: 'end', outcome: 'superseded' },
    { type: 'end', outcome: 'withdrawn' },
    { type: 'end', outcome: 'void' },
  ),
  fc.constantFrom<ApprovalEvent>(
    { type: 'effect', effect: 'delivered' },
    { type: 'effect', effect: 'applied' },
    { type: 'effect', effect: 'undeliverable' },
    { type: 'effect', effect: 'unknown' },
    { type: 'effect', effect: 'bypassed' },
  ),
)

it('goes through the states of the machine in shared/approvals, whatever happens in whatever order', async () => {
  await using test = await testLedger()
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 8 }), async (events) => {
      const asked = permission()
      const { approvalId } = asked
      await runner.send(runner.report({ name: 'approval.raised', approval: asked }))
      for (const event of events) {
        if (event.type === 'decision') {
          const more = event.outcome === 'allowed' ? {} : ({ verdict: 'deny', optionId: 'no' } as const)
          await test.ledger.decide(null, approvalId, await decisionOn(asked, more), ADA, NOON)
        } else if (event.type === 'end') {
          const { outcome } = event
          await runner.send(runner.report({ name: 'approval.ended', approvalId, outcome, message: null }))
        } else {
          const { effect } = event
          await runner.send(
            runner.report({ name: 'decision.effect', approvalId, commandId: null, effect, message: null }),
          )
        }
      }
      expect(await test.ledger.approval(approvalId)).toMatchObject(events.reduce(nextState, PENDING))
    }),
    { numRuns: process.env['PERIGEE_LONG'] === '1' ? 1000 : 60 },
  )
  expect(test.warnings).toEqual([])
}, 60_000)
