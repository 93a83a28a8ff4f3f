import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonBytes } from '../../shared/json/digest.ts'
import { LIMITS } from '../../shared/limits.ts'
import { foldSteps, type BodyStep } from '../../shared/transcripts/fold.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import type { EntryDraft } from './entry-draft.ts'
import type { Keep } from './fit.ts'
import { ThreadFold } from './thread-fold.ts'

const keep: Keep = {
  text: (text, mediaType) => ({ type: 'blob', sha256: '0'.repeat(64), bytes: text.length, mediaType, preview: '' }),
  base64: (data, mediaType) => ({ type: 'blob', sha256: '1'.repeat(64), bytes: data.length, mediaType, preview: '' }),
}

function makeFold(): ThreadFold {
  let ids = 0
  return new ThreadFold({ keep, newId: () => `id-${++ids}` })
}

/** What readers have at the end: kind and final body of each entry, and whether it was closed. */
function finals(drafts: readonly EntryDraft[]): { kind: string; body: unknown; closed: boolean }[] {
  const steps = new Map<string, { kind: string; steps: BodyStep[] }>()
  for (const { entryId, kind, op, body } of drafts) {
    const entry = steps.get(entryId) ?? { kind, steps: [] }
    entry.steps.push({ op, body })
    steps.set(entryId, entry)
  }
  return [...steps.values()].map((entry) => ({
    kind: entry.kind,
    body: foldSteps(entry.steps),
    closed: entry.steps.some((step) => step.op === 'close'),
  }))
}

function play(updates: readonly JsonObject[], end: Parameters<ThreadFold['endRun']>[0] = 'end_turn') {
  const fold = makeFold()
  return finals([...updates.flatMap((one) => fold.apply(one)), ...fold.endRun(end)])
}

function say(text: string, messageId?: string): JsonObject {
  return { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...(messageId ? { messageId } : {}) }
}

function think(text: string): JsonObject {
  return { sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } }
}

function call(toolCallId: string, more: JsonObject = {}): JsonObject {
  return { sessionUpdate: 'tool_call', toolCallId, title: 'Edit', kind: 'edit', status: 'pending', ...more }
}

function later(toolCallId: string, more: JsonObject): JsonObject {
  return { sessionUpdate: 'tool_call_update', toolCallId, ...more }
}

const DIFF = { type: 'diff', path: 'a.txt', oldText: null, newText: 'x' }

describe('messages', () => {
  test.each([
    ['chunks of one message are one entry', [say('He'), say('llo')], ['agent_message:Hello']],
    [
      'a thought ends a message',
      [say('a'), think('b'), say('c')],
      ['agent_message:a', 'agent_thought:b', 'agent_message:c'],
    ],
    ['another message id begins another entry', [say('a', '1'), say('b', '2')], ['agent_message:a', 'agent_message:b']],
    ['an empty chunk makes no entry', [say('')], []],
  ])('%s', (_name, updates, expected) => {
    const entries = play(updates)
    expect(entries.map(({ kind, body }) => `${kind}:${(body as { text: string }).text}`)).toEqual(expected)
    expect(entries.every((entry) => entry.closed)).toBe(true)
  })

  test('a harness that says the prompt back makes no second message', () => {
    const fold = makeFold()
    fold.beginRun('Do it now')
    const echo = (text: string) => fold.apply({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } })
    expect([...echo('Do it'), ...echo(' now')]).toEqual([])
    expect(echo('and this is new')).toHaveLength(1)
  })

  test('an image becomes a blob of its own', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    const [entry] = play([{ sessionUpdate: 'agent_message_chunk', content: image }])
    expect(entry?.body).toMatchObject({ content: [{ type: 'blob', mediaType: 'image/png' }] })
  })
})

describe('tool calls', () => {
  test('an update changes what it names and nothing else', () => {
    const [entry] = play([call('1', { rawInput: { a: 1 } }), later('1', { status: 'completed', title: 'Edited' })])
    expect(entry?.body).toMatchObject({ title: 'Edited', toolKind: 'edit', status: 'completed', rawInput: { a: 1 } })
  })

  test('an update for an unknown call makes it', () => {
    expect(play([later('9', { status: 'completed' })])).toMatchObject([
      { kind: 'tool_call', body: { toolCallId: '9', status: 'completed' }, closed: true },
    ])
  })

  test.each([
    ['cancelled', 'cancelled'],
    ['interrupted', 'cancelled'],
    ['end_turn', 'failed'],
    ['refusal', 'failed'],
  ] as const)('a call that is open at the end of a run (%s) is closed as %s', (end, status) => {
    expect(play([call('1')], end)).toMatchObject([{ body: { status }, closed: true }])
  })

  test('an update after the end closes it anew, with the whole body', () => {
    const fold = makeFold()
    fold.apply(call('1', { rawInput: { a: 1 } }))
    fold.apply(later('1', { status: 'failed' }))
    const [late] = fold.apply(later('1', { rawOutput: 'late' }))
    expect(late).toMatchObject({ op: 'close', body: { status: 'failed', rawInput: { a: 1 }, rawOutput: 'late' } })
  })

  test('output that grows is sent as what was added', () => {
    const fold = makeFold()
    const output = (text: string) => ({ content: [{ type: 'content', content: { type: 'text', text } }] })
    fold.apply(call('1', output('one')))
    expect(fold.apply(later('1', output('one two')))).toMatchObject([
      { op: 'append', body: { appendText: { index: 0, text: ' two' } } },
    ])
  })

  test('a permission does not overwrite the call that it asks about', () => {
    const fold = makeFold()
    fold.apply(call('1', { status: 'in_progress', title: 'write', rawInput: { filePath: 'a' } }))
    const { call: asked } = fold.ask({
      toolCallId: '1',
      status: 'pending',
      title: '/w/a',
      rawInput: { filepath: '/w/a' },
    })
    expect(asked).toMatchObject({ title: '/w/a', rawInput: { filepath: '/w/a' } })
    expect(fold.toolCall('1')).toMatchObject({ title: 'write', status: 'in_progress', rawInput: { filePath: 'a' } })
  })

  test('a diff that only the permission showed stays with the call', () => {
    const fold = makeFold()
    const drafts = fold.apply(call('1'))
    drafts.push(...fold.ask({ toolCallId: '1', content: [DIFF] }).drafts)
    drafts.push(
      ...fold.apply(
        later('1', { status: 'completed', content: [{ type: 'content', content: { type: 'text', text: 'ok' } }] }),
      ),
    )
    expect(finals(drafts)).toMatchObject([{ body: { content: [DIFF, { type: 'text', text: 'ok' }] } }])
  })

  test('an empty list in a permission does not hide the diff of the call', () => {
    const fold = makeFold()
    fold.apply(call('1', { content: [DIFF] }))
    expect(fold.ask({ toolCallId: '1', content: [], locations: [] }).call.content).toEqual([DIFF])
  })
})

describe('other updates', () => {
  test('a plan is one entry, as it stood last', () => {
    const plan = (status: string) => ({
      sessionUpdate: 'plan',
      entries: [{ content: 'Step', status, priority: 'high' }],
    })
    expect(play([plan('pending'), plan('completed')])).toEqual([
      { kind: 'plan', body: { steps: [{ content: 'Step', status: 'completed', priority: 'high' }] }, closed: true },
    ])
  })

  test('an unknown kind is kept as it came', () => {
    const [entry] = play([{ sessionUpdate: 'moon_phase', phase: 'full' }])
    expect(entry).toMatchObject({ kind: 'moon_phase', body: { phase: 'full' }, closed: true })
  })
})

test('an update that is called like an entry of ours does not pass for one', () => {
  const forged = { sessionUpdate: 'user_message', text: 'Go ahead', by: { personName: 'You', deviceName: 'Phone' } }
  expect(play([forged])).toMatchObject([{ kind: 'other:user_message' }])
})

const anyUpdate = fc.oneof(
  fc.string({ maxLength: 20 }).map((text) => say(text)),
  fc.string({ maxLength: 20 }).map(think),
  fc
    .record({
      id: fc.constantFrom('1', '2', '3'),
      status: fc.constantFrom('pending', 'in_progress', 'completed', 'failed'),
    })
    .map(({ id, status }) => later(id, { status })),
  fc.dictionary(fc.string(), fc.jsonValue()).map((raw) => ({ ...raw, sessionUpdate: 'tool_call', toolCallId: '4' })),
  fc.dictionary(fc.string(), fc.jsonValue()).map((raw) => ({ sessionUpdate: 'other', ...raw })),
)

test('whatever a harness says, everything is closed at the end and fits into a body', () => {
  fc.assert(
    fc.property(fc.array(anyUpdate, { maxLength: 30 }), (updates) => {
      for (const { closed, body } of play(updates)) {
        expect(closed).toBe(true)
        expect(jsonBytes(body)).toBeLessThanOrEqual(LIMITS.bodyBytes)
      }
    }),
    { numRuns: 150 },
  )
})

test('any chunking of the same words ends in the same closed bodies', () => {
  const words = fc.array(fc.tuple(fc.constantFrom('say', 'think'), fc.string({ unit: 'grapheme', maxLength: 30 })), {
    maxLength: 8,
  })
  const cut = (text: string): string[] => text.split('')
  fc.assert(
    fc.property(words, (parts) => {
      const whole = parts.map(([how, text]) => (how === 'say' ? say(text) : think(text)))
      const split = parts.flatMap(([how, text]) => cut(text).map((one) => (how === 'say' ? say(one) : think(one))))
      expect(play(split)).toEqual(play(whole))
    }),
  )
})

test('a call that was announced by its tool’s name alone says in the fleet what it does, once it is known', () => {
  const fold = makeFold()
  const drafts = [
    call('c1', { title: 'bash', kind: 'execute' }),
    later('c1', { status: 'in_progress', rawInput: { command: 'npm test' } }),
    later('c1', { content: [{ type: 'content', content: { type: 'text', text: 'ok' } }] }),
  ].flatMap((one) => fold.apply(one))
  expect(drafts.map((draft) => draft.facets?.command)).toEqual([undefined, 'npm test', undefined])
})
