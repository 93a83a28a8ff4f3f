import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldSteps } from './fold.ts'
import { EMPTY_TRANSCRIPT, reduceTranscript, type PlacedEvent, type Transcript } from './transcript.ts'

/** A stream of events with rising positions over a few entries of every shape. */
const stream: fc.Arbitrary<PlacedEvent[]> = fc
  .array(
    fc.record({
      entry: fc.integer({ min: 0, max: 5 }),
      op: fc.constantFrom('append' as const, 'patch' as const, 'close' as const),
      body: fc.oneof(
        fc.record({ text: fc.string() }),
        fc.record({
          status: fc.string(),
          content: fc.array(fc.record({ type: fc.constant('text'), text: fc.string() }), { maxLength: 2 }),
        }),
        fc.record({ appendText: fc.record({ index: fc.integer({ min: 0, max: 2 }), text: fc.string() }) }),
        fc.jsonValue(),
      ),
    }),
    { maxLength: 60 },
  )
  .map((steps) =>
    steps.map((step, at) => ({
      position: at + 1,
      entryId: 'e' + step.entry,
      runId: null,
      kind: 'tool_call',
      at,
      op: step.op,
      body: step.body,
    })),
  )

describe('reduceTranscript', () => {
  test('any split of any stream into batches, with repeats, gives the same transcript', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.tuple(fc.nat(60), fc.nat(10))), (events, cuts) => {
        const whole = reduceTranscript(EMPTY_TRANSCRIPT, events)
        let state: Transcript = EMPTY_TRANSCRIPT
        let sent = 0
        for (const [length, repeat] of cuts) {
          // A batch may begin before what was sent already, as after a reconnect.
          state = reduceTranscript(state, events.slice(Math.max(0, sent - repeat), sent + length))
          sent = Math.min(events.length, Math.max(sent, sent + length))
        }
        state = reduceTranscript(state, events.slice(sent))
        expect(state).toEqual(whole)
        expect(reduceTranscript(state, events)).toBe(state)
      }),
    )
  })

  test('an entry keeps the place of its first event, however late it is closed', () => {
    const event = (position: number, entryId: string, op: PlacedEvent['op'], body: unknown): PlacedEvent => ({
      position,
      entryId,
      runId: 'r',
      kind: 'agent_message',
      at: position,
      op,
      body,
    })
    const { entries, head } = reduceTranscript(EMPTY_TRANSCRIPT, [
      event(1, 'a', 'append', { text: 'Hel' }),
      event(2, 'b', 'close', { text: 'between' }),
      event(3, 'a', 'append', { text: 'lo' }),
      event(4, 'a', 'close', { text: 'Hello.' }),
    ])
    expect(head).toBe(4)
    expect(entries.map((entry) => [entry.entryId, entry.position, entry.open, entry.body])).toEqual([
      ['a', 1, false, { text: 'Hello.' }],
      ['b', 2, false, { text: 'between' }],
    ])
  })
})

describe('foldSteps', () => {
  test.each<[string, Parameters<typeof foldSteps>[0], unknown]>([
    [
      'text grows',
      [
        { op: 'append', body: { text: 'a' } },
        { op: 'append', body: { text: 'b' } },
      ],
      { text: 'ab' },
    ],
    [
      'a patch replaces fields',
      [
        { op: 'append', body: { text: 'a', status: 'x' } },
        { op: 'patch', body: { status: 'y' } },
      ],
      { text: 'a', status: 'y' },
    ],
    [
      'a close supersedes',
      [
        { op: 'append', body: { text: 'a', extra: 1 } },
        { op: 'close', body: { text: 'z' } },
      ],
      { text: 'z' },
    ],
    [
      'output grows in its item',
      [
        { op: 'append', body: { content: [{ type: 'text', text: 'line 1\n' }] } },
        { op: 'append', body: { appendText: { index: 0, text: 'line 2\n' } } },
      ],
      { content: [{ type: 'text', text: 'line 1\nline 2\n' }] },
    ],
    [
      'an item that is missing is made',
      [{ op: 'append', body: { appendText: { index: 0, text: 'x' } } }],
      { content: [{ type: 'text', text: 'x' }] },
    ],
    ['no steps, no body', [], undefined],
  ])('%s', (_name, steps, body) => {
    expect(foldSteps(steps)).toEqual(body)
  })

  test('never changes what it was given', () => {
    const first = Object.freeze({ content: Object.freeze([Object.freeze({ type: 'text', text: 'a' })]) })
    foldSteps([
      { op: 'append', body: first },
      { op: 'append', body: { appendText: { index: 0, text: 'b' } } },
    ])
    expect(first.content[0]?.text).toBe('a')
  })
})
