import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { testLedger, TestRunner, type TestLedger } from '../../../tests/support/ledger.ts'
import { LIMITS } from '../../../shared/limits.ts'
import type { Operation } from '../commit/operation.ts'
import { Space } from '../commit/space.ts'
import { Touched } from '../commit/touched.ts'
import type { StoredEntry } from '../ledger.ts'
import { Store } from '../store/store.ts'
import { entriesBefore, threadTail } from './pages.ts'

const idOf = (entry: StoredEntry): string => ('header' in entry ? entry.header.entryId : entry.entryId)

async function thread(test: TestLedger, entries: number, size = 10): Promise<TestRunner> {
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  const sent: Promise<unknown>[] = []
  for (let done = 0; done < entries; done += LIMITS.linkBatch) {
    const count = Math.min(LIMITS.linkBatch, entries - done)
    const text = 'x'.repeat(size)
    sent.push(
      runner.send(
        ...Array.from({ length: count }, (_, i) => runner.event('t1', `e${done + i + 1}`, 'close', { text })),
      ),
    )
  }
  await Promise.all(sent)
  return runner
}

/** Copies the one entry of thread t1 until there are `entries`: a hundred thousand commits would take too long. */
function lengthen(file: string, entries: number): void {
  const connection = new Database(file)
  const numbers = `WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < ${entries})`
  connection.exec(`
    BEGIN;
    ${numbers} INSERT INTO events SELECT n, orb_id, stream, n, thread_id, n, 'e' || n, op, kind, at, bytes, prev, json FROM events, more WHERE id = 1;
    ${numbers} INSERT INTO entries SELECT thread_id, n, 'e' || n, run_id, kind, at, n, n, n, closed, bytes FROM entries, more WHERE position = 1;
    UPDATE threads SET head = ${entries};
    COMMIT;`)
  connection.close()
}

describe('pages of a thread', () => {
  it('holds the newest entries in order, and pages back to the start without a hole or a repeat', async () => {
    await using test = await testLedger()
    await thread(test, 25)
    const tail = await test.ledger.threadTail('t1', 10, 100_000)
    const seen = tail!.entries.map(idOf)
    let before = 16
    for (;;) {
      const page = await test.ledger.entriesBefore('t1', before, 6)
      expect(page).toMatchObject({ threadId: 't1', head: 25, epoch: test.ledger.epoch })
      seen.unshift(...page!.entries.map(idOf))
      if (page!.reachedStart) break
      before -= 6
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `e${index + 1}`))
    expect(await test.ledger.entriesBefore('t1', 1, 6)).toMatchObject({ reachedStart: true, entries: [] })
    expect(await test.ledger.entriesBefore('nowhere', 1, 6)).toBeNull()
    expect(await test.ledger.threadTail('nowhere', 1, 1)).toBeNull()
  })

  it('keeps a tail within its bytes, and still shows one entry that is larger', async () => {
    await using test = await testLedger()
    const runner = await thread(test, 20, 1000)
    expect((await test.ledger.threadTail('t1', 200, 5000))?.entries).toHaveLength(4)
    await runner.send(runner.event('t1', 'huge', 'close', { text: 'x'.repeat(60_000) }))
    expect((await test.ledger.threadTail('t1', 200, 5000))?.entries.map(idOf)).toEqual(['huge'])
  })

  it('shows an open entry by its steps, a closed one flat, and an amendment after the close folded in', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    await runner.send(
      runner.event('t1', 'open', 'append', { text: 'a' }, { runId: 'r1' }),
      runner.event('t1', 'done', 'append', { text: 'b' }),
      runner.event('t1', 'open', 'append', { text: 'c' }, { kind: 'other', runId: null }),
      runner.event('t1', 'done', 'close', { text: 'bd', status: 'x' }),
      runner.event('t1', 'done', 'patch', { status: 'y' }),
    )
    expect((await test.ledger.threadTail('t1', 10, 10_000))?.entries).toMatchObject([
      {
        header: { position: 1, entryId: 'open', runId: 'r1', kind: 'agent_message' },
        steps: [
          { op: 'append', body: { text: 'a' } },
          { op: 'append', body: { text: 'c' } },
        ],
      },
      { position: 2, entryId: 'done', closedAt: 5, body: { text: 'bd', status: 'y' } },
    ])
    await runner.send(runner.event('t1', 'open', 'close', { text: 'ac' }))
    expect((await test.ledger.entriesBefore('t1', 2, 10))?.entries).toMatchObject([
      { position: 1, closedAt: 6, body: { text: 'ac' } },
    ])
  })

  it('hands out an entry that was open for very long as one step with the same body', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    await runner.send(...Array.from({ length: 100 }, () => runner.event('t1', 'long', 'append', { text: 'ab' })))
    expect((await test.ledger.threadTail('t1', 10, 1))?.entries).toMatchObject([
      { header: { entryId: 'long' }, steps: [{ op: 'patch', body: { text: 'ab'.repeat(100) } }] },
    ])
  })

  it('costs the same at 100,000 entries: a bounded number of look-ups by key, and no scan', async () => {
    await using test = await testLedger()
    await thread(test, 1)
    lengthen(test.file, 100_000)
    const ran: string[] = []
    const connection = new Database(test.file, { readonly: true, verbose: (sql) => ran.push(String(sql)) })
    const store = new Store(connection)
    const space = new Space(store, { file: test.file, maxBytes: null, minFreeBytes: 0 })
    const op: Operation = { store, space, touched: new Touched(), epoch: '', commits: 0, warn: () => {} }
    ran.length = 0
    expect(entriesBefore(op, 't1', 50_000, 100)?.entries.map(idOf).at(-1)).toBe('e49999')
    expect(threadTail(op, 't1', 100, 1_000_000)?.entries.map(idOf).at(-1)).toBe('e100000')
    const statements = [...ran]
    // The thread, the rows of the page, and one walk back per entry; twice.
    expect(statements.length).toBe(2 * (1 + 1 + 100))
    for (const sql of new Set(statements)) {
      const plan = connection.prepare('EXPLAIN QUERY PLAN ' + sql).all() as { detail: string }[]
      // `steps` is the walk itself; it has one row per step of one entry.
      expect(plan.filter(({ detail }) => detail.startsWith('SCAN') && !detail.includes('steps'))).toEqual([])
    }
    connection.close()
  }, 60_000)
})
