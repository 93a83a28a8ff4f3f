import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ADA, LAPTOP, NOON, testLedger, TestRunner, type TestLedger } from '../../../tests/support/ledger.ts'
import { newId } from '../../../shared/ids.ts'
import type { RequestedCommand } from '../../../shared/commands/commands.ts'

async function ready(test: TestLedger): Promise<TestRunner> {
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  await runner.send(runner.event('t1', 'first', 'close', { text: 'hello' }))
  return runner
}

function record(
  test: TestLedger,
  command: RequestedCommand,
  more: { commandId?: string; fence?: number; orbId?: string } = {},
) {
  return test.ledger.recordCommand({
    orbId: 'orb-1',
    commandId: newId(),
    fence: 0,
    command,
    by: ADA,
    at: NOON,
    ...more,
  })
}

const prompt = (text: string, threadId = 't1'): RequestedCommand => ({ kind: 'prompt', threadId, text })

describe('recording a command', () => {
  it('numbers commands of an orb without holes, and delivers each once', async () => {
    await using test = await testLedger()
    await ready(test)
    const outcomes = await Promise.all(['a', 'b', 'c'].map((text) => record(test, prompt(text))))
    expect(outcomes).toMatchObject([1, 2, 3].map((cmdSeq) => ({ outcome: 'recorded', cmdSeq, repeated: false })))
    const delivered = test.feed.flatMap((change) => (change.type === 'deliver' ? [change.command.cmdSeq] : []))
    expect(delivered).toEqual([1, 2, 3])
    expect((await test.ledger.unfinishedCommands('orb-1', 1)).map(({ cmdSeq }) => cmdSeq)).toEqual([2, 3])
  })

  it('gives a repetition its first answer, and another content under the same id a conflict', async () => {
    await using test = await testLedger()
    const runner = await ready(test)
    const commandId = newId()
    await record(test, prompt('a'), { commandId })
    await runner.send(
      runner.report({ name: 'command.effect', commandId, cmdSeq: 1, effect: 'delivered', message: null }),
    )
    const again = { outcome: 'recorded', commandId, cmdSeq: 1, at: NOON, state: 'delivered', repeated: true }
    expect(await record(test, prompt('a'), { commandId })).toEqual(again)
    expect(await record(test, prompt('b'), { commandId })).toMatchObject({ outcome: 'conflict' })
    expect(await record(test, prompt('next'))).toMatchObject({ cmdSeq: 2 })
  })

  it('refuses a fence that nobody holds, an orb and a thread that are not there', async () => {
    await using test = await testLedger()
    await ready(test)
    const other = new TestRunner(test.ledger, 'orb-2')
    await other.hello()
    expect(await record(test, prompt('a'), { fence: 3 })).toEqual({ outcome: 'stale-fence', fence: 0 })
    expect(await record(test, prompt('a'), { orbId: 'nowhere' })).toMatchObject({ outcome: 'gone' })
    expect(await record(test, prompt('a', 'nowhere'))).toMatchObject({ outcome: 'gone' })
    expect(await record(test, prompt('a'), { orbId: 'orb-2' })).toMatchObject({ outcome: 'gone' })
    expect(await test.ledger.unfinishedCommands('orb-1', 0)).toEqual([])
  })

  it('makes, names and puts away a thread at once; the name of a person outlasts those of the harness', async () => {
    await using test = await testLedger()
    const runner = await ready(test)
    expect(await record(test, { kind: 'thread.new', threadId: 't2', title: null })).toMatchObject({
      outcome: 'recorded',
    })
    expect(await record(test, { kind: 'thread.new', threadId: 't2', title: null })).toMatchObject({
      outcome: 'conflict',
    })
    await record(test, { kind: 'thread.rename', threadId: 't2', title: 'My name' })
    await record(test, { kind: 'thread.archive', threadId: 't2', archived: true })
    const meta = { parentThreadId: null, createdAt: NOON, modes: null, commands: [], options: [], usage: null }
    await runner.send(
      runner.report({ name: 'thread.meta', threadId: 't2', title: 'Its name', ...meta }),
      runner.report({ name: 'thread.meta', threadId: 't1', title: 'x'.repeat(500), ...meta }),
    )
    const threads = (await test.ledger.orb('orb-1'))?.threads
    expect(threads?.map(({ threadId, title, archived }) => [threadId, title, archived])).toEqual([
      ['t1', 'x'.repeat(200), false],
      ['t2', 'My name', true],
    ])
    expect(threads?.[1]?.meta).toMatchObject({ title: 'Its name' })
  })

  it('moves on as the runner reports, drops what was applied, and keeps what a person must see', async () => {
    await using test = await testLedger()
    const runner = await ready(test)
    const ids = [newId(), newId(), newId()]
    for (const commandId of ids) await record(test, prompt(commandId), { commandId })
    const effect = (
      index: number,
      name: 'delivered' | 'applied' | 'refused' | 'unknown',
      message: string | null = null,
    ) => runner.report({ name: 'command.effect', commandId: ids[index]!, cmdSeq: index + 1, effect: name, message })
    await runner.send(
      effect(0, 'delivered'),
      effect(0, 'applied'),
      effect(0, 'unknown'),
      effect(1, 'refused', 'No.'),
      effect(2, 'delivered'),
    )
    const listed = (await test.ledger.orb('orb-1'))?.commands
    expect(listed?.map(({ cmdSeq, state, message }) => [cmdSeq, state, message])).toEqual([
      [2, 'refused', 'No.'],
      [3, 'delivered', null],
    ])
    const removed = test.feed.flatMap((change) =>
      change.type === 'command' && change.finished ? [change.command.cmdSeq] : [],
    )
    expect(removed).toEqual([1])
    expect(await test.ledger.unfinishedCommands('orb-1', 0)).toMatchObject([{ cmdSeq: 3 }])
  })

  it('is undeliverable once a newer generation took over', async () => {
    await using test = await testLedger()
    await ready(test)
    await record(test, prompt('for the old one'))
    const next = new TestRunner(test.ledger)
    await next.renewed(2)
    await record(test, prompt('for the new one'))
    expect(await test.ledger.unfinishedCommands('orb-1', 0)).toMatchObject([{ cmdSeq: 2, generation: 2 }])
    expect((await test.ledger.orb('orb-1'))?.commands).toMatchObject([
      { cmdSeq: 1, state: 'undeliverable' },
      { cmdSeq: 2, state: 'recorded' },
    ])
  })
})

describe('taking a queue item', () => {
  const take = (test: TestLedger, more: { itemId?: string; threadId?: string; text?: string; orbId?: string } = {}) =>
    test.ledger.takeQueueItem({
      orbId: 'orb-1',
      itemId: 'item-1',
      threadId: 't1',
      text: 'later',
      by: ADA,
      at: NOON,
      ...more,
    })

  it('takes one item at a time, once for all time, and leaves a receipt with the text that was taken', async () => {
    await using test = await testLedger()
    const runner = await ready(test)
    const outcomes = await Promise.all([take(test), take(test), take(test, { itemId: 'item-2' })])
    expect(outcomes).toEqual([{ outcome: 'taken', cmdSeq: 1 }, { outcome: 'already' }, { outcome: 'not-now' }])
    const snapshot = await test.ledger.orb('orb-1')
    expect(snapshot?.receipts).toMatchObject([{ itemId: 'item-1', threadId: 't1', takenAt: NOON }])
    expect(snapshot?.receipts[0]?.textSha256).toBe(createHash('sha256').update('later').digest('hex'))
    await runner.send(
      runner.report({ name: 'command.effect', commandId: 'item-1', cmdSeq: 1, effect: 'applied', message: null }),
    )
    expect(await take(test)).toEqual({ outcome: 'already' })
    expect(await take(test, { itemId: 'item-2' })).toEqual({ outcome: 'taken', cmdSeq: 2 })
  })

  it('waits for the run to end, and for the orb to be there', async () => {
    await using test = await testLedger()
    const runner = await ready(test)
    const run = { name: 'run.state', threadId: 't1', runId: 'r1', commandId: null, message: null } as const
    await runner.send(runner.report({ ...run, state: 'running', stopReason: null }))
    expect(await take(test)).toEqual({ outcome: 'not-now' })
    await runner.send(runner.report({ ...run, state: 'ended', stopReason: 'end_turn' }))
    await test.ledger.closeLink('orb-1', runner.link, NOON)
    expect(await take(test)).toEqual({ outcome: 'not-now' })
    await runner.hello()
    expect(await take(test)).toEqual({ outcome: 'taken', cmdSeq: 1 })
    expect(await take(test, { itemId: 'i3', threadId: 'nowhere' })).toEqual({ outcome: 'gone' })
    await expect(take(test, { itemId: 'i4', text: '' })).rejects.toMatchObject({ code: 'bad-request' })
  })

  it.each([
    ['stop', { kind: 'stop' }],
    ['cancel', { kind: 'cancel', threadId: 't1', runId: null }],
  ] as const)('is held by a %s until somebody lets it go on', async (_name, command) => {
    await using test = await testLedger()
    await ready(test)
    const held = async () => (await test.ledger.orb('orb-1'))?.threads.map((thread) => thread.queueHeld)
    await record(test, command, { commandId: 'stop-it' })
    expect(await take(test)).toEqual({ outcome: 'not-now' })
    expect(await held()).toEqual([true])
    await test.ledger.releaseQueue('orb-1', 't1')
    expect(await held()).toEqual([false])
    expect(await take(test)).toMatchObject({ outcome: 'taken' })
    await record(test, command, { commandId: 'stop-again' })
    await record(test, prompt('go on'), { commandId: 'by hand' })
    expect(await held()).toEqual([false])
  })

  it('never runs both a command and a queue item of one id, whichever comes first', async () => {
    await using test = await testLedger()
    const runner = await ready(test)
    const ids = ['a', 'b']
    const [first, second] = await Promise.all([
      record(test, prompt('x'), { commandId: 'a' }),
      take(test, { itemId: 'a', text: 'x' }),
    ])
    expect([first, second]).toMatchObject([{ outcome: 'recorded', repeated: false }, { outcome: 'already' }])
    await runner.send(
      runner.report({ name: 'command.effect', commandId: 'a', cmdSeq: 1, effect: 'applied', message: null }),
    )
    expect(await take(test, { itemId: 'b', text: 'y' })).toMatchObject({ outcome: 'taken' })
    expect(await record(test, prompt('y'), { commandId: 'b' })).toMatchObject({ outcome: 'recorded', repeated: true })
    expect(await record(test, prompt('edited'), { commandId: 'b' })).toMatchObject({ outcome: 'conflict' })
    const delivered = test.feed.flatMap((change) => (change.type === 'deliver' ? [change.command.commandId] : []))
    expect(delivered).toEqual(ids)
  })

  it('gives a receipt for an item that had run as a command, once, so that it leaves every queue', async () => {
    await using test = await testLedger()
    await ready(test)
    await record(test, prompt('sent, and its answer lost'), { commandId: 'lost' })
    const again = { itemId: 'lost', text: 'sent, and its answer lost' }
    expect([await take(test, again), await take(test, again)]).toEqual([{ outcome: 'already' }, { outcome: 'already' }])
    expect((await test.ledger.orb('orb-1'))?.receipts).toMatchObject([{ itemId: 'lost', threadId: 't1' }])
    expect(test.feed.filter((change) => change.type === 'receipt')).toHaveLength(1)
  })

  it('shows who sent it', async () => {
    await using test = await testLedger()
    await ready(test)
    await test.ledger.takeQueueItem({ orbId: 'orb-1', itemId: 'i', threadId: 't1', text: 'x', by: LAPTOP, at: NOON })
    expect((await test.ledger.orb('orb-1'))?.commands).toMatchObject([{ kind: 'prompt', text: 'x', by: LAPTOP }])
  })
})
