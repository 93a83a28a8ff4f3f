import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testLedger, TestRunner, type TestLedger } from '../../../tests/support/ledger.ts'
import type { StreamEvent } from '../../../shared/link/events.ts'
import { reduceTranscript, EMPTY_TRANSCRIPT, type PlacedEvent } from '../../../shared/transcripts/transcript.ts'
import { foldSteps } from '../../../shared/transcripts/fold.ts'

// Every run opens real files, twice.
const numRuns = process.env['PERIGEE_LONG'] === '1' ? 200 : 12

const event = fc.record({
  threadId: fc.constantFrom('t1', 't2'),
  entryId: fc.constantFrom('a', 'b', 'c', 'd'),
  op: fc.constantFrom('append' as const, 'patch' as const, 'close' as const),
  text: fc.string({ maxLength: 5 }),
})

/** How a stream is sent: pieces of it, each from a place at or before where the last one ended. */
const sending = fc.array(fc.record({ back: fc.nat(4), length: fc.integer({ min: 1, max: 6 }) }), { maxLength: 12 })

async function stored(test: TestLedger): Promise<unknown> {
  const threads = await Promise.all(['t1', 't2'].map((id) => test.ledger.threadTail(id, 100, 1_000_000)))
  const rows = new Database(test.file, { readonly: true })
  const log = rows.prepare('SELECT * FROM events ORDER BY id').all()
  const entries = rows.prepare('SELECT * FROM entries ORDER BY thread_id, position').all()
  rows.close()
  return { threads, log, entries }
}

async function sendAs(pieces: readonly { back: number; length: number }[], events: readonly StreamEvent[]) {
  const test = await testLedger()
  const runner = new TestRunner(test.ledger, 'orb-1', 'stream-1')
  await runner.hello()
  let end = 0
  for (const { back, length } of [...pieces, { back: 0, length: events.length }]) {
    const from = Math.max(0, end - back)
    const piece = events.slice(from, Math.max(end, from) + length)
    if (piece.length > 0) await runner.send(...piece)
    end = Math.min(events.length, Math.max(end, from) + length)
  }
  return test
}

it('keeps the same ledger however a stream is split into batches, with any repeats', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 24 }), sending, async (made, pieces) => {
      const events = made.map(({ threadId, entryId, op, text }, index): StreamEvent => {
        const head = { type: 'entry', seq: index + 1, at: index, runId: null, kind: 'agent_message', bytes: 0 } as const
        return { ...head, threadId, entryId, op, body: { text } }
      })
      await using whole = await sendAs([], events)
      await using split = await sendAs(pieces, events)
      expect(await stored(split)).toEqual(await stored(whole))
      expect(split.feed.filter(({ type }) => type === 'entry')).toEqual(
        whole.feed.filter(({ type }) => type === 'entry'),
      )
    }),
    { numRuns },
  )
}, 60_000)

it('shows by pages what the feed would build up, event by event', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 24 }), async (made) => {
      await using test = await testLedger()
      const runner = new TestRunner(test.ledger)
      await runner.hello()
      await runner.send(...made.map(({ threadId, entryId, op, text }) => runner.event(threadId, entryId, op, { text })))
      for (const threadId of ['t1', 't2']) {
        const events: PlacedEvent[] = test.feed.flatMap((change) =>
          change.type === 'entry' && change.threadId === threadId ? [change.event] : [],
        )
        const built = reduceTranscript(EMPTY_TRANSCRIPT, events).entries.map(({ entryId, position, open, body }) => ({
          entryId,
          position,
          open,
          body,
        }))
        const tail = (await test.ledger.threadTail(threadId, 100, 1_000_000))?.entries ?? []
        const read = tail.map((entry) =>
          'header' in entry
            ? {
                entryId: entry.header.entryId,
                position: entry.header.position,
                open: true,
                body: foldSteps(entry.steps),
              }
            : { entryId: entry.entryId, position: entry.position, open: false, body: entry.body },
        )
        expect(read).toEqual(built)
      }
    }),
    { numRuns },
  )
}, 60_000)
