import { describe, expect, it } from 'vitest'
import {
  ADA,
  decisionOn,
  LAPTOP,
  NOON,
  permission,
  testLedger,
  TestRunner,
  type TestLedger,
} from '../../../tests/support/ledger.ts'
import type { ApprovalRequest } from '../../../shared/approvals/request.ts'
import { newId } from '../../../shared/ids.ts'
import type { ApprovalView } from '../../../shared/rooms/content.ts'
import { AUDIT_ROOT } from '../../../shared/audit/audit.ts'
import { auditHash } from '../audit/audit.ts'

async function asking(
  test: TestLedger,
  more: Partial<ApprovalRequest> = {},
): Promise<{ runner: TestRunner; asked: ApprovalRequest }> {
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  const asked = permission(more)
  await runner.send(runner.report({ name: 'approval.raised', approval: asked }))
  return { runner, asked }
}

function question(more: Partial<ApprovalRequest> = {}): Partial<ApprovalRequest> {
  return {
    asked: 'question',
    toolCall: null,
    options: [],
    question: { message: 'Which colour?', fields: [], url: null },
    ...more,
  }
}

describe('deciding an approval', () => {
  it('records the decision, its command and its audit row together, and tells everyone', async () => {
    await using test = await testLedger()
    const { asked } = await asking(test)
    const decision = await decisionOn(asked, {}, { reason: 'Looks right' })
    const outcome = await test.ledger.decide('orb-1', asked.approvalId, decision, ADA, NOON + 5)
    expect(outcome).toEqual({ outcome: 'recorded', at: NOON + 5, commandId: decision.decisionId })
    expect(await test.ledger.approval(asked.approvalId)).toEqual({
      request: asked,
      orbId: 'orb-1',
      outcome: 'allowed',
      effect: 'none',
      decidedBy: ADA,
      endedAt: NOON + 5,
      verdict: 'allow',
      optionId: 'yes',
      reason: 'Looks right',
      answer: null,
      message: null,
      signed: true,
    } satisfies ApprovalView)
    const [command] = await test.ledger.unfinishedCommands('orb-1', 0)
    expect(command).toMatchObject({ commandId: decision.decisionId, cmdSeq: 1, generation: 1, by: ADA })
    expect(command?.command).toMatchObject({ kind: 'decide', verdict: 'allow', optionId: 'yes', nonce: asked.nonce })
    expect(test.feed.filter((change) => change.type === 'deliver')).toMatchObject([{ command: { cmdSeq: 1 } }])
    const rows = await test.ledger.auditRows(0, 100)
    expect(rows.filter((row) => row.kind === 'approval.decided')).toHaveLength(1)
    expect(JSON.parse(rows.at(-1)!.detail)).toMatchObject({
      outcome: 'allowed',
      by: ADA,
      decision: { optionId: 'yes' },
    })
  })

  it('lets exactly one of a hundred decisions at once win, and tells the others who it was', async () => {
    await using test = await testLedger()
    const { asked } = await asking(test)
    const decisions = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        decisionOn(asked, index % 2 === 0 ? {} : { verdict: 'deny', optionId: 'no' }),
      ),
    )
    const outcomes = await Promise.all(
      decisions.map((decision, index) =>
        test.ledger.decide(null, asked.approvalId, decision, index === 0 ? LAPTOP : ADA, NOON + index),
      ),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'recorded')).toHaveLength(1)
    expect(outcomes.slice(1)).toEqual(
      Array.from({ length: 99 }, () => ({
        outcome: 'already-decided',
        by: LAPTOP,
        at: NOON,
        result: 'allowed',
        effect: 'none',
      })),
    )
    expect(await test.ledger.unfinishedCommands('orb-1', 0)).toHaveLength(1)
    const rows = await test.ledger.auditRows(0, 1000)
    expect(rows.filter((row) => row.kind === 'approval.decided')).toHaveLength(1)
  })

  it('gives a repeated decision its first answer, also after a restart; another content under its id loses', async () => {
    await using test = await testLedger()
    const { asked } = await asking(test)
    const decision = await decisionOn(asked)
    const first = await test.ledger.decide('orb-1', asked.approvalId, decision, ADA, NOON)
    const ledger = await test.reopen()
    expect(await ledger.decide('orb-1', asked.approvalId, decision, ADA, NOON + 9)).toEqual(first)
    const other = await decisionOn(asked, { decisionId: decision.decisionId, verdict: 'deny', optionId: 'no' })
    expect(await ledger.decide('orb-1', asked.approvalId, other, ADA, NOON + 9)).toMatchObject({
      outcome: 'already-decided',
    })
    expect(await ledger.unfinishedCommands('orb-1', 0)).toHaveLength(1)
  })

  it('answers truly what can no longer be decided', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test, { expiresAt: NOON + 100 })
    const { ledger } = test
    const decide = async (more: Parameters<typeof decisionOn>[1], at = NOON, id = asked.approvalId) =>
      ledger.decide('orb-1', id, await decisionOn(asked, more), ADA, at)
    expect(await decide({}, NOON, newId())).toMatchObject({ outcome: 'gone' })
    expect(await ledger.decide('orb-2', asked.approvalId, await decisionOn(asked), ADA, NOON)).toMatchObject({
      outcome: 'gone',
    })
    expect(await decide({ nonce: newId() })).toEqual({ outcome: 'changed' })
    expect(await decide({ digest: 'e'.repeat(64) })).toEqual({ outcome: 'changed' })
    expect(await decide({ generation: 2 })).toEqual({ outcome: 'changed' })
    expect(await decide({}, NOON + 100)).toEqual({ outcome: 'expired', at: NOON + 100 })
    expect(await decide({}, NOON + 101)).toEqual({ outcome: 'expired', at: NOON + 100 })
    const next = permission()
    await runner.send(
      runner.report({ name: 'approval.raised', approval: next }),
      runner.report({ name: 'approval.ended', approvalId: next.approvalId, outcome: 'withdrawn', message: null }),
    )
    expect(await ledger.decide('orb-1', next.approvalId, await decisionOn(next), ADA, NOON)).toEqual({
      outcome: 'gone',
      reason: 'The agent no longer asks this.',
    })
    expect(await ledger.unfinishedCommands('orb-1', 0)).toEqual([])
  })

  it('refuses what no true app would send, and decides nothing', async () => {
    await using test = await testLedger()
    const { asked } = await asking(test)
    const wrong = [
      await decisionOn(asked, { optionId: 'nowhere' }),
      await decisionOn(asked, { optionId: 'no' }),
      await decisionOn(asked, { verdict: 'deny' }),
      await decisionOn(asked, { optionId: 'odd' }),
      await decisionOn(asked, { optionId: null }),
      await decisionOn(asked, { verdict: 'answer', optionId: null }, { answer: {} }),
      await decisionOn(asked, { contentHash: 'a'.repeat(64) }),
      await decisionOn(asked, {}, { scope: 'always', ruleText: 'allow everything' }),
      { ...(await decisionOn(asked)), content: { answer: null, reason: '\ud800', scope: null, ruleText: null } },
    ]
    for (const decision of wrong)
      await expect(test.ledger.decide(null, asked.approvalId, decision, ADA, NOON)).rejects.toMatchObject({
        code: 'bad-request',
      })
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'pending' })
    const denial = await decisionOn(asked, { verdict: 'deny', optionId: null })
    expect(await test.ledger.decide(null, asked.approvalId, denial, ADA, NOON)).toMatchObject({ outcome: 'recorded' })
  })

  it('answers a question, or declines it', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test, question())
    const answer = await decisionOn(asked, { verdict: 'answer', optionId: null }, { answer: { colour: 'green' } })
    await test.ledger.decide(null, asked.approvalId, answer, ADA, NOON)
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({
      outcome: 'answered',
      answer: { colour: 'green' },
    })
    const again = permission(question())
    await runner.send(runner.report({ name: 'approval.raised', approval: again }))
    const allow = await decisionOn(again, { verdict: 'allow', optionId: null })
    await expect(test.ledger.decide(null, again.approvalId, allow, ADA, NOON)).rejects.toMatchObject({
      code: 'bad-request',
    })
    const decline = await decisionOn(again, { verdict: 'deny', optionId: null })
    await test.ledger.decide(null, again.approvalId, decline, ADA, NOON)
    const commands = await test.ledger.unfinishedCommands('orb-1', 0)
    expect(commands.map(({ command }) => command.kind)).toEqual(['answer', 'decide'])
    expect(commands[0]?.command).toMatchObject({ content: { answer: { colour: 'green' } } })
  })

  it('leaves the approval open where the decision bears the id of another command', async () => {
    await using test = await testLedger()
    const { asked } = await asking(test)
    const commandId = newId()
    const command = { kind: 'stop' } as const
    await test.ledger.recordCommand({ orbId: 'orb-1', commandId, fence: 0, command, by: ADA, at: NOON })
    const decision = await decisionOn(asked, { decisionId: commandId })
    await expect(test.ledger.decide(null, asked.approvalId, decision, ADA, NOON)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'pending' })
  })
})

describe('the life of an approval', () => {
  it('takes a repeated raise once, and a newer question under the same id makes older answers unfit', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test)
    const newer = { ...asked, nonce: newId(), digest: 'f'.repeat(64) }
    await runner.send(
      runner.report({ name: 'approval.raised', approval: asked }),
      runner.report({ name: 'approval.raised', approval: newer }),
    )
    expect((await test.ledger.orb('orb-1'))?.approvals).toHaveLength(1)
    expect(await test.ledger.decide(null, asked.approvalId, await decisionOn(asked), ADA, NOON)).toEqual({
      outcome: 'changed',
    })
    expect(await test.ledger.decide(null, asked.approvalId, await decisionOn(newer), ADA, NOON)).toMatchObject({
      outcome: 'recorded',
    })
    await runner.send(runner.report({ name: 'approval.raised', approval: { ...asked, nonce: newId() } }))
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({
      outcome: 'allowed',
      request: { nonce: newer.nonce },
    })
  })

  it("cannot be raised, ended or moved by another orb's runner", async () => {
    await using test = await testLedger()
    const { asked } = await asking(test)
    const other = new TestRunner(test.ledger, 'orb-2')
    await other.hello()
    await other.send(
      other.report({ name: 'approval.raised', approval: { ...asked, threadId: 't-other', nonce: newId() } }),
      other.report({ name: 'approval.ended', approvalId: asked.approvalId, outcome: 'withdrawn', message: null }),
      other.report({
        name: 'decision.effect',
        approvalId: asked.approvalId,
        commandId: null,
        effect: 'bypassed',
        message: null,
      }),
    )
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({
      orbId: 'orb-1',
      outcome: 'pending',
      request: asked,
    })
    expect(test.warnings).toHaveLength(3)
  })

  it('moves the effect only forward, and remembers a call that went on without an answer', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test)
    const { approvalId } = asked
    const effect = async (name: 'delivered' | 'applied' | 'unknown' | 'bypassed', commandId: string | null = null) => {
      await runner.send(runner.report({ name: 'decision.effect', approvalId, commandId, effect: name, message: null }))
      return (await test.ledger.approval(approvalId))?.effect
    }
    expect(await effect('applied')).toBe('none')
    const decision = await decisionOn(asked)
    await test.ledger.decide(null, approvalId, decision, ADA, NOON)
    expect(await effect('delivered', decision.decisionId)).toBe('delivered')
    expect(await effect('unknown', decision.decisionId)).toBe('unknown')
    expect(await effect('delivered')).toBe('unknown')
    expect(await effect('applied')).toBe('unknown')
    expect(await effect('bypassed')).toBe('bypassed')
    expect((await test.ledger.orb('orb-1'))?.commands).toMatchObject([{ kind: 'decide', state: 'unknown' }])
  })

  it('follows the command that carries the decision', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test)
    const { decisionId: commandId, ...rest } = await decisionOn(asked)
    await test.ledger.decide(null, asked.approvalId, { decisionId: commandId, ...rest }, ADA, NOON)
    await runner.send(runner.report({ name: 'command.effect', commandId, cmdSeq: 1, effect: 'applied', message: null }))
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'allowed', effect: 'applied' })
    expect(test.feed.findLast((change) => change.type === 'command')).toMatchObject({ finished: true })
  })

  it('expires on the relay’s clock, and says when the next is due', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test, { expiresAt: NOON + 10 })
    const later = permission({ expiresAt: NOON + 20 })
    await runner.send(
      runner.report({ name: 'approval.raised', approval: later }),
      runner.report({ name: 'approval.raised', approval: permission() }),
    )
    expect(await test.ledger.expireDue(NOON + 9)).toBe(NOON + 10)
    expect(await test.ledger.expireDue(NOON + 10)).toBe(NOON + 20)
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'expired', endedAt: NOON + 10 })
    expect(await test.ledger.expireDue(NOON + 20)).toBeNull()
  })

  it('is void where the runner no longer lists it, save what it raised after it wrote the list', async () => {
    await using test = await testLedger()
    const { runner, asked: lost } = await asking(test)
    const kept = permission()
    const after = permission()
    await runner.send(runner.report({ name: 'approval.raised', approval: kept }))
    const asOf = runner.seq
    await runner.send(runner.report({ name: 'approval.raised', approval: after }))
    await test.ledger.voidUnlisted('orb-1', runner.stream, asOf, [kept.approvalId], NOON + 1)
    const outcomes = await Promise.all([lost, kept, after].map(({ approvalId }) => test.ledger.approval(approvalId)))
    expect(outcomes.map((view) => view?.outcome)).toEqual(['void', 'pending', 'pending'])
    await test.ledger.voidUnlisted('orb-1', newId(), asOf, [], NOON + 2)
    expect((await test.ledger.fleet())[0]).toMatchObject({ waits: 0, waitsFor: null, newestWait: null })
  })

  it('stays pending while its orb is away, and is void with the generation that asked', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test)
    await test.ledger.closeLink('orb-1', runner.link, NOON + 1)
    expect((await test.ledger.fleet())[0]).toMatchObject({
      awaySince: NOON + 1,
      waits: 1,
      waitsFor: { approvalId: asked.approvalId, title: 'Run npm test', risk: 'write', since: NOON },
      newestWait: asked.nonce,
    })
    const next = new TestRunner(test.ledger)
    await next.renewed(2, { at: NOON + 2 })
    expect(await test.ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'void', endedAt: NOON + 2 })
    const old = permission({ generation: 1 })
    await next.send(next.report({ name: 'approval.raised', approval: old }))
    expect(await test.ledger.approval(old.approvalId)).toMatchObject({ outcome: 'void' })
  })

  it('leaves a chain of audit rows in which each vouches for the one before', async () => {
    await using test = await testLedger()
    const { runner, asked } = await asking(test)
    await test.ledger.decide(
      null,
      asked.approvalId,
      await decisionOn(asked),
      { ...ADA, deviceName: 'Pho\ud800ne' },
      NOON,
    )
    await runner.send(runner.report({ name: 'approval.raised', approval: permission({ expiresAt: NOON }) }))
    await test.ledger.expireDue(NOON)
    const rows = await (await test.reopen()).auditRows(0, 100)
    expect(rows.map((row) => row.kind)).toEqual(['orb.enrolled', 'approval.decided', 'approval.ended'])
    let previous = AUDIT_ROOT
    for (const row of rows) {
      expect(row.previousHash).toBe(previous)
      expect(row.hash).toBe(auditHash(row))
      previous = row.hash
    }
  })
})
