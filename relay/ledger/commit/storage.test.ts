import { describe, expect, it } from 'vitest'
import { ADA, decisionOn, NOON, permission, testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import { newId } from '../../../shared/ids.ts'

const MiB = 1024 * 1024
const body = { text: 'x'.repeat(20_000) }

async function fill(runner: TestRunner): Promise<number> {
  for (;;) {
    const outcome = await runner.send(runner.event('t1', newId(), 'close', body))
    if (outcome.outcome === 'storage-full') return outcome.acked
    expect(outcome.outcome).toBe('committed')
  }
}

describe('a full store', () => {
  it('refuses events, says so, keeps what it confirmed, and still takes decisions and commands', async () => {
    await using test = await testLedger({ maxBytes: 2 * MiB })
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const asked = permission({ threadId: 't1' })
    await runner.send(runner.report({ name: 'approval.raised', approval: asked }))
    const acked = await fill(runner)
    expect(test.feed.filter(({ type }) => type === 'storage')).toEqual([{ type: 'storage', full: true }])
    expect(await test.ledger.stats()).toMatchObject({ storageFull: true, events: acked })
    expect(await test.ledger.decide(null, asked.approvalId, await decisionOn(asked), ADA, NOON)).toMatchObject({
      outcome: 'recorded',
    })
    const command = {
      orbId: 'orb-1',
      commandId: newId(),
      fence: 0,
      command: { kind: 'stop' },
      by: ADA,
      at: NOON,
    } as const
    expect(await test.ledger.recordCommand(command)).toMatchObject({ outcome: 'recorded' })
    const ledger = await test.reopen()
    expect((await ledger.rawEvents('t1', 0, 100_000)).length).toBe(acked - 1)
    expect(await ledger.approval(asked.approvalId)).toMatchObject({ outcome: 'allowed' })
  })

  it('takes events again, and says so, once there is room', async () => {
    await using test = await testLedger({ maxBytes: 2 * MiB })
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const acked = await fill(runner)
    const more = new TestRunner(await test.reopen({ maxBytes: 8 * MiB }), 'orb-1', runner.stream)
    expect(await more.hello()).toEqual({ outcome: 'ok', acked })
    expect(await more.ledger.stats()).toMatchObject({ storageFull: false })
  })

  it('says that there is room again without being opened anew', async () => {
    await using test = await testLedger({ maxBytes: 2 * MiB })
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const update = new Uint8Array(64_000)
    let last = 0
    while (!(await test.ledger.stats()).storageFull) {
      const kept = await test.ledger.appendDesk({ orbId: 'orb-1', deviceId: 'a', clients: [1], update, at: NOON })
      if (kept.outcome === 'kept') last = kept.id
    }
    const event = runner.event('t1', 'a', 'close', { text: 'x' })
    expect(await runner.send(event)).toEqual({ outcome: 'storage-full', acked: 0 })
    await test.ledger.compactDesk('orb-1', last, new Uint8Array(1))
    expect(await runner.send(event)).toEqual({ outcome: 'committed', acked: 1 })
    expect(test.feed.flatMap((change) => (change.type === 'storage' ? [change.full] : []))).toEqual([true, false])
  })

  it('answers storage-full where SQLite itself has no page left, and rolls back no one else', async () => {
    await using test = await testLedger({ maxBytes: 2 * MiB })
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const acked = await fill(runner)
    const update = new Uint8Array(100_000)
    const append = (deviceId: string) =>
      test.ledger.appendDesk({ orbId: 'orb-1', deviceId, clients: [deviceId.length], update, at: NOON })
    const outcomes = await Promise.allSettled([
      append('a'),
      append('bb'),
      append('ccc'),
      test.ledger.recordBlob({ orbId: 'orb-1', sha256: 'f'.repeat(64), bytes: 1, threadId: null, at: NOON }),
      append('dddd'),
    ])
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
    expect(failed.length).toBeGreaterThan(0)
    for (const error of failed) expect(error).toMatchObject({ code: 'storage-full' })
    const kept = await test.ledger.deskUpdates('orb-1')
    expect(kept.length).toBe(
      outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value !== undefined).length,
    )
    expect(await test.ledger.hasBlob('orb-1', 'f'.repeat(64))).toBe(outcomes[3]?.status === 'fulfilled')
    const next = { ...runner.event('t1', newId(), 'close', { text: 'small' }), seq: acked + 1 }
    expect(await runner.send(next)).toEqual({ outcome: 'storage-full', acked })
  })

  it('refuses events while the disk has too little left, and repeats are still acknowledged', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const first = runner.event('t1', 'a', 'close', { text: 'x' })
    await runner.send(first)
    const low = new TestRunner(await test.reopen({ minFreeBytes: Number.MAX_SAFE_INTEGER }), 'orb-1', runner.stream)
    await low.hello()
    expect(await low.send(first)).toEqual({ outcome: 'committed', acked: 1 })
    expect(await low.send(first, runner.event('t1', 'b', 'close', { text: 'y' }))).toEqual({
      outcome: 'storage-full',
      acked: 1,
    })
  })
})
