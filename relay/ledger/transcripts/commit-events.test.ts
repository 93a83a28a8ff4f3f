import { describe, expect, it } from 'vitest'
import { NOON, testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import type { Change } from '../ledger.ts'

function entries(feed: readonly Change[]): string[] {
  return feed.flatMap((change) =>
    change.type === 'entry' ? [`${change.event.position} ${change.event.entryId}@${change.entryPosition}`] : [],
  )
}

describe('committing events of a stream', () => {
  it('gives positions per thread in the order of the stream, and tells them before it answers', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const outcome = await runner.send(
      runner.event('t1', 'a', 'append', { text: 'o' }),
      runner.event('t2', 'b', 'append', { text: 'n' }),
      runner.event('t1', 'c', 'close', { text: 'e' }),
      runner.event('t1', 'a', 'close', { text: 'one' }),
    )
    expect(outcome).toEqual({ outcome: 'committed', acked: 4 })
    expect(entries(test.feed)).toEqual(['1 a@1', '1 b@1', '2 c@2', '3 a@1'])
    const tail = await test.ledger.threadTail('t1', 10, 10_000)
    expect(tail).toMatchObject({
      orbId: 'orb-1',
      head: 3,
      entries: [
        { position: 1, entryId: 'a', closedAt: 3, body: { text: 'one' } },
        { position: 2, entryId: 'c', closedAt: 2, body: { text: 'e' } },
      ],
    })
  })

  it('skips repetitions, also after the stream went on and after the ledger was opened again', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const [one, two, three] = ['a', 'b', 'c'].map((id) => runner.event('t1', id, 'close', { text: id })) as [
      ReturnType<TestRunner['event']>,
      ReturnType<TestRunner['event']>,
      ReturnType<TestRunner['event']>,
    ]
    await runner.send(one, two)
    expect(await runner.send(one, two)).toEqual({ outcome: 'committed', acked: 2 })
    expect(await runner.send(two, three)).toEqual({ outcome: 'committed', acked: 3 })
    const again = new TestRunner(await test.reopen(), 'orb-1', runner.stream)
    expect(await again.hello()).toEqual({ outcome: 'ok', acked: 3 })
    expect(await again.send(one, two, three)).toEqual({ outcome: 'committed', acked: 3 })
    expect((await test.ledger.rawEvents('t1', 0, 10)).map((event) => event.position)).toEqual([1, 2, 3])
    expect(entries(test.feed)).toHaveLength(3)
  })

  it('takes what stands before a hole, and asks for the rest', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const [one, , three] = ['a', 'b', 'c'].map((id) => runner.event('t1', id, 'close', { text: id }))
    expect(await runner.send(one!, three!)).toEqual({ outcome: 'gap', acked: 1 })
    expect(await runner.send(three!)).toEqual({ outcome: 'gap', acked: 1 })
    expect(await test.ledger.threadTail('t1', 10, 10_000)).toMatchObject({ head: 1 })
  })

  it('fences an earlier generation, and keeps nothing of what it sends', async () => {
    await using test = await testLedger()
    const old = new TestRunner(test.ledger)
    await old.hello()
    await old.send(old.event('t1', 'a', 'close', { text: 'old' }))
    const young = new TestRunner(test.ledger)
    await young.renewed(2)
    expect(await old.send(old.event('t1', 'b', 'close', { text: 'late' }))).toEqual({ outcome: 'fenced' })
    expect(await old.hello({ generation: 1 })).toEqual({ outcome: 'fenced', generation: 2 })
    expect((await test.ledger.rawEvents('t1', 0, 10)).map((event) => event.position)).toEqual([1])
  })

  it("refuses another orb's thread, and takes what came before it", async () => {
    await using test = await testLedger()
    const owner = new TestRunner(test.ledger, 'orb-1')
    const other = new TestRunner(test.ledger, 'orb-2')
    await owner.hello()
    await other.hello()
    await owner.send(owner.event('t1', 'a', 'close', { text: 'mine' }))
    const outcome = await other.send(
      other.event('t2', 'b', 'close', { text: 'fine' }),
      other.event('t1', 'a', 'close', { text: 'not mine' }),
    )
    expect(outcome).toMatchObject({ outcome: 'refused', acked: 1, message: expect.stringContaining('t1') as string })
    expect(await test.ledger.orbOfThread('t1')).toBe('orb-1')
    expect(await test.ledger.threadTail('t1', 10, 10_000)).toMatchObject({ head: 1 })
  })

  it('keeps fields that it does not know, in the record as it came', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const event = runner.event(
      't1',
      'a',
      'close',
      { text: 'x', later: { deep: [1, 'é'] } },
      { facets: { novel: true }, tomorrow: 7 },
    )
    await runner.send(event)
    const [raw] = await test.ledger.rawEvents('t1', 0, 10)
    expect(JSON.parse(raw!.json)).toEqual(event)
    expect(raw).toMatchObject({ position: 1, seq: 1, stream: runner.stream })
  })

  it('never lets the last activity go back when a clock jumps', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const { orbId, stream, link } = runner
    const batch = { orbId, stream, link, generation: 1 }
    const [one, two] = ['a', 'b'].map((id) => runner.event('t1', id, 'close', { text: id }))
    await test.ledger.commitEvents({ ...batch, events: [one!], receivedAt: NOON + 1000 })
    await test.ledger.commitEvents({ ...batch, events: [two!], receivedAt: 5 })
    const orb = await test.ledger.orb('orb-1')
    expect(orb?.orb.lastActivity).toBe(NOON + 1000)
    expect(orb?.threads[0]).toMatchObject({ head: 2, lastActivity: NOON + 1000 })
  })
})
