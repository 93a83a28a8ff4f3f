import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import type { EntryStep, OpenHeader } from '../../shared/rooms/content.ts'
import { foldSteps } from '../../shared/transcripts/fold.ts'
import { EMPTY_TRANSCRIPT, reduceTranscript, type PlacedEvent } from '../../shared/transcripts/transcript.ts'
import { Tail } from './tail.ts'

interface Shown {
  entryId: string
  position: number
  open: boolean
  body: unknown
}

/** A room's array and a viewer that follows it by updates alone. */
function room() {
  const tail = new Tail()
  const doc = new Y.Doc()
  const viewer = new Y.Doc()
  const began = new Map<string, number>()
  doc.on('update', (update: Uint8Array) => Y.applyUpdate(viewer, update))
  return {
    tail,
    apply(event: PlacedEvent) {
      if (!began.has(event.entryId)) began.set(event.entryId, event.position)
      tail.apply(event, began.get(event.entryId)!)
    },
    write: () => doc.transact(() => tail.write(doc.getArray('tail'))),
    shown: (): Shown[] => viewer.getArray('tail').map(read),
  }
}

function read(item: unknown): Shown {
  if (!(item instanceof Y.Array)) {
    const { entryId, position, body } = item as { entryId: string; position: number; body: unknown }
    return { entryId, position, open: false, body }
  }
  const [header, ...steps] = item.toArray() as [OpenHeader, ...EntryStep[]]
  const open = !steps.some((step) => step.op === 'close')
  return { entryId: header.entryId, position: header.position, open, body: foldSteps(steps) }
}

function placed(position: number, entryId: string, op: PlacedEvent['op'], body: unknown): PlacedEvent {
  return { position, entryId, runId: null, kind: 'agent_message', at: 0, op, body }
}

test('a viewer of the tail sees what the transcript says, whatever the ticks', () => {
  const step = fc.record({
    entry: fc.integer({ min: 0, max: 300 }),
    op: fc.constantFrom<PlacedEvent['op']>('append', 'append', 'patch', 'close'),
    size: fc.constantFrom(1, 1, 1, 3000),
    tick: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 600 }), (steps) => {
      const { tail, apply, write, shown } = room()
      const events = steps.map(({ entry, op, size }, at) => placed(at + 1, 'e' + entry, op, { text: 'x'.repeat(size) }))
      const transcript = reduceTranscript(EMPTY_TRANSCRIPT, events)
      for (const [at, each] of events.entries()) {
        apply(each)
        if (steps[at]?.tick) write()
      }
      while (write() === 'more');
      const entries = shown()
      const expected = new Map(transcript.entries.map((entry) => [entry.entryId, entry]))
      for (const { entryId, position, open, body } of entries) {
        expect({ position, open, body }).toEqual({
          position: expected.get(entryId)?.position,
          open: expected.get(entryId)?.open,
          body: expected.get(entryId)?.body,
        })
      }
      const within = transcript.entries.filter((entry) => entry.position >= tail.firstPosition)
      expect(entries.filter((entry) => entry.position >= tail.firstPosition).map((entry) => entry.entryId)).toEqual(
        within.map((entry) => entry.entryId),
      )
      expect(entries.map((entry) => entry.position)).toEqual(
        entries.map((entry) => entry.position).sort((a, b) => a - b),
      )
      expect(entries.length).toBeLessThanOrEqual(LIMITS.tailEntries)
      expect(tail.head).toBe(events.length)
    }),
    { numRuns: 60 },
  )
})

test('an entry that is still open stays before the gap, is seen to end, and then leaves', () => {
  const { tail, apply, write, shown } = room()
  apply(placed(1, 'long', 'append', { text: 'begun' }))
  write()
  for (let at = 0; at < 300; at++) apply(placed(at + 2, 'e' + at, 'close', { text: 'done' }))
  write()
  expect(shown()[0]).toEqual({ entryId: 'long', position: 1, open: true, body: { text: 'begun' } })
  expect(shown()).toHaveLength(LIMITS.tailEntries)
  expect(tail.firstPosition).toBe(shown()[1]?.position)

  apply(placed(302, 'long', 'close', { text: 'the end' }))
  apply(placed(303, 'new', 'close', { text: 'after' }))
  write()
  expect(shown()[0]).toEqual({ entryId: 'long', position: 1, open: false, body: { text: 'the end' } })
  apply(placed(304, 'newer', 'close', { text: 'after' }))
  write()
  expect(shown().some((entry) => entry.entryId === 'long')).toBe(false)
})

test('an open entry over the bound leaves, and its close brings it back', () => {
  const { tail, apply, write, shown } = room()
  apply(placed(1, 'before', 'close', { text: 'small' }))
  for (let at = 0; at < 5; at++) {
    apply(placed(2 + at, 'huge', 'append', { text: 'x'.repeat(40_000) }))
    write()
  }
  expect(shown()).toEqual([])
  expect(tail.firstPosition).toBeGreaterThan(2)
  apply(placed(7, 'huge', 'close', { text: 'cut' }))
  write()
  expect(shown()).toEqual([{ entryId: 'huge', position: 2, open: false, body: { text: 'cut' } }])
  expect(tail.firstPosition).toBe(2)
})

test('what comes for an entry that has left moves the head alone', () => {
  const { tail, apply, write, shown } = room()
  for (let at = 0; at < 300; at++) apply(placed(at + 1, 'e' + at, 'close', { text: 'done' }))
  write()
  const before = shown()
  apply(placed(301, 'e0', 'patch', { text: 'amended' }))
  write()
  expect(shown()).toEqual(before)
  expect(tail.head).toBe(301)
})

test('a body nested too deeply for a document is left out and harms nobody', () => {
  const { apply, write, shown } = room()
  let deep: unknown = 'x'
  for (let level = 0; level < 20_000; level++) deep = [deep]
  apply(placed(1, 'deep', 'close', { text: deep }))
  apply(placed(2, 'deeper', 'append', { text: deep }))
  apply(placed(3, 'next', 'close', { text: 'fine' }))
  write()
  expect(shown().map((entry) => entry.body)).toEqual([null, null, { text: 'fine' }])
})

test('deltas of one tick become one step', () => {
  const doc = new Y.Doc()
  const tail = new Tail()
  for (let at = 0; at < 50; at++) tail.apply(placed(at + 1, 'e', 'append', { text: 'ab' }), 1)
  tail.write(doc.getArray('tail'))
  const list = doc.getArray('tail').get(0) as Y.Array<unknown>
  expect(list.length).toBe(2)
  expect(list.get(1)).toEqual({ op: 'append', body: { text: 'ab'.repeat(50) } })
})
