import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import { newId } from '../../../shared/ids.ts'
import type { OrbStateReport } from '../../../shared/link/reports.ts'

const state = (more: Partial<OrbStateReport> = {}): OrbStateReport => ({
  name: 'orb.state',
  state: 'idle',
  title: 'Demo',
  isolation: 'uid',
  harness: { name: 'scripted', version: '1' },
  workspace: '/work',
  message: null,
  ...more,
})

const run = { name: 'run.state', threadId: 't1', runId: 'r1', commandId: null, message: null } as const

describe('the link of an orb', () => {
  it('pins the key of an orb that the relay was started with, and takes no other key afterwards', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    const none = { kind: 'none' } as const
    expect(await runner.hello({ admission: none })).toEqual({ outcome: 'unknown-orb' })
    expect(await runner.hello()).toEqual({ outcome: 'ok', acked: 0 })
    expect(await runner.hello({ admission: none })).toEqual({ outcome: 'ok', acked: 0 })
    expect(await runner.hello({ key: 'another' })).toEqual({ outcome: 'wrong-key' })
    expect(await runner.hello({ key: 'another', generation: 9 })).toEqual({ outcome: 'wrong-key' })
    expect((await test.ledger.orb('orb-1'))?.orb.generation).toBe(1)
  })

  it('counts as away only when its newest link is gone', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    const awaySince = async () => (await test.ledger.fleet())[0]?.awaySince
    await runner.hello({ link: 'older' })
    await runner.hello({ link: 'newer' })
    await test.ledger.closeLink('orb-1', 'older', NOON + 1)
    expect(await awaySince()).toBeNull()
    await test.ledger.closeLink('orb-1', 'newer', NOON + 2)
    expect(await awaySince()).toBe(NOON + 2)
    expect(test.feed.at(-1)).toMatchObject({ type: 'fleet', orb: { awaySince: NOON + 2 } })
  })

  it('does not outlive the relay that held it', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const before = Date.now()
    const ledger = await test.reopen()
    expect((await ledger.orb('orb-1'))?.orb.awaySince).toBeGreaterThanOrEqual(before)
  })

  it('keeps each stream’s own place', async () => {
    await using test = await testLedger()
    const first = new TestRunner(test.ledger)
    await first.hello()
    await first.send(first.event('t1', 'a', 'close', {}), first.event('t1', 'b', 'close', {}))
    const second = new TestRunner(test.ledger)
    expect(await second.hello()).toEqual({ outcome: 'ok', acked: 0 })
    await second.send(second.event('t1', 'c', 'close', {}))
    expect(await first.hello()).toEqual({ outcome: 'ok', acked: 2 })
    expect((await test.ledger.rawEvents('t1', 0, 10)).map(({ position, seq }) => [position, seq])).toEqual([
      [1, 1],
      [2, 2],
      [3, 1],
    ])
  })

  it('ends what was going on in an earlier generation, so that the queue is not stuck behind it', async () => {
    await using test = await testLedger()
    const old = new TestRunner(test.ledger)
    await old.hello()
    await old.send(old.report({ ...run, state: 'running', stopReason: null }))
    const young = new TestRunner(test.ledger)
    await young.renewed(2, { at: NOON + 9 })
    expect((await test.ledger.orb('orb-1'))?.threads[0]?.run).toMatchObject({
      state: 'ended',
      stopReason: 'interrupted',
    })
    const item = { orbId: 'orb-1', itemId: newId(), threadId: 't1', text: 'x', by: ADA, at: NOON }
    expect(await test.ledger.takeQueueItem(item)).toMatchObject({ outcome: 'taken' })
  })
})

describe('what an orb reports', () => {
  it('shows its state, workspace, runs and activity', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const workspace = {
      name: 'workspace',
      path: '/work',
      branch: 'main',
      changed: [{ path: 'a', added: 1, removed: 0 }],
    } as const
    await runner.send(
      runner.report(
        state({
          state: 'working',
          title: 'x'.repeat(199) + '😀',
          account: 'a'.repeat(64),
          takes: { images: true, files: false },
          roster: { version: 3, firstUse: false, problem: 'A fork.' },
        }),
      ),
      runner.report(workspace),
      runner.report({ ...run, state: 'running', stopReason: null }),
      runner.event('t1', 'a', 'close', {}, { facets: { summary: 'Edits a file' } }),
      runner.event('t1', 'b', 'close', {}),
    )
    const snapshot = await test.ledger.orb('orb-1')
    expect(snapshot?.orb).toMatchObject({
      state: 'working',
      title: 'x'.repeat(199),
      isolation: 'uid',
      workspace: '/work',
      account: 'a'.repeat(64),
      takes: { images: true, files: false },
      roster: { version: 3, firstUse: false, problem: 'A fork.' },
    })
    expect(await test.ledger.accountOfOrb('orb-1')).toBe('a'.repeat(64))
    expect(await test.ledger.accountOfOrb('nowhere')).toBeNull()
    expect(snapshot?.workspace).toEqual(workspace)
    expect(snapshot?.threads).toMatchObject([{ threadId: 't1', run: { runId: 'r1', state: 'running', endedAt: null } }])
    expect((await test.ledger.fleet())[0]).toMatchObject({
      activity: 'Edits a file',
      newestThreadId: 't1',
      runEnded: null,
    })
    await runner.send(
      runner.report({ ...run, state: 'ended', stopReason: 'end_turn' }),
      runner.report({ ...run, state: 'ended', stopReason: 'cancelled' }),
      runner.report({ ...run, state: 'running', stopReason: null }),
    )
    expect((await test.ledger.fleet())[0]).toMatchObject({ runEnded: { stopReason: 'end_turn', threadId: 't1' } })
    expect((await test.ledger.orb('orb-1'))?.threads[0]?.run).toMatchObject({ state: 'ended', stopReason: 'end_turn' })
  })

  it('keeps a report without effect where it is malformed, unknown or about nothing, and the stream goes on', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const outcome = await runner.send(
      runner.report({ name: 'orb.state' }),
      runner.report({ name: 'from.the.future' }),
      runner.report({ name: 'approval.ended', approvalId: 'nowhere', outcome: 'void', message: null }),
      runner.report({ name: 'command.effect', commandId: 'nowhere', cmdSeq: 1, effect: 'applied', message: null }),
      runner.report({
        name: 'decision.effect',
        approvalId: 'nowhere',
        commandId: null,
        effect: 'applied',
        message: null,
      }),
      runner.report(state()),
    )
    expect(outcome).toEqual({ outcome: 'committed', acked: 6 })
    expect(test.warnings).toHaveLength(5)
    expect(await test.ledger.stats()).toMatchObject({ events: 6, orbs: 1 })
    expect((await test.ledger.orb('orb-1'))?.orb.state).toBe('idle')
  })

  it('cannot touch a thread of another orb', async () => {
    await using test = await testLedger()
    const owner = new TestRunner(test.ledger)
    await owner.hello()
    await owner.send(owner.event('t1', 'a', 'close', {}))
    const other = new TestRunner(test.ledger, 'orb-2')
    await other.hello()
    const meta = { parentThreadId: null, createdAt: NOON, modes: null, commands: [], options: [], usage: null }
    await other.send(
      other.report({ name: 'thread.meta', threadId: 't1', title: 'Stolen', ...meta }),
      other.report({ ...run, state: 'running', stopReason: null }),
    )
    expect((await test.ledger.orb('orb-1'))?.threads).toMatchObject([{ title: '', run: null }])
    expect((await test.ledger.orb('orb-2'))?.threads).toEqual([])
  })

  it('tells each touched view once per commit, after the events', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    test.feed.length = 0
    await Promise.all(['a', 'b', 'c'].map((id) => runner.send(runner.event('t1', id, 'close', {}))))
    expect(test.feed.map(({ type }) => type)).toEqual(['entry', 'entry', 'entry', 'orb', 'thread', 'fleet'])
    expect(test.feed[4]).toMatchObject({ thread: { head: 3 } })
  })
})

it('shows what earlier runners reported, with null for what they did not tell', async () => {
  await using test = await testLedger()
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  const meta = {
    name: 'thread.meta',
    threadId: 't1',
    parentThreadId: null,
    title: 'Old',
    createdAt: NOON,
    modes: { current: 'ask', available: [{ id: 'ask', name: 'Ask' }] },
    commands: [],
    options: [],
    usage: null,
  } as const
  const workspace = { name: 'workspace', path: '/work', branch: 'main', changed: [] } as const
  await runner.send(
    runner.report(state()),
    runner.report(meta),
    runner.report({ ...run, state: 'running', stopReason: null }),
    runner.report({ ...run, state: 'ended', stopReason: 'end_turn' }),
    runner.report(workspace),
  )
  // The columns that came later are empty in a ledger that was made before them.
  const db = new Database(test.file)
  db.exec('update orbs set agent = null, account = null, roster = null')
  db.close()
  const ledger = await test.reopen()
  const seen = await ledger.orb('orb-1')
  expect(seen?.orb).toMatchObject({ title: 'Demo', account: null, roster: null })
  expect(seen?.orb).toMatchObject({ adapter: null, asking: null, answeredFromInside: null, takes: null })
  expect(seen?.workspace).toEqual(workspace)
  expect(seen?.threads).toMatchObject([{ title: 'Old', run: { state: 'ended', changes: null } }])
  expect(seen?.threads[0]?.meta?.asking ?? null).toBeNull()
  expect(await ledger.fleet()).toMatchObject([{ orbId: 'orb-1', state: 'idle' }])
})
