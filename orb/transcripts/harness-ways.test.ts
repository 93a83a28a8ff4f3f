import { describe, expect, test } from 'vitest'
import { foldSteps } from '../../shared/transcripts/fold.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import { CUT } from './fit.ts'
import { ThreadFold } from './thread-fold.ts'

/** Final bodies of a kind of entry. */
function bodies(kind: string, updates: readonly JsonObject[]): unknown[] {
  let ids = 0
  const plan = { from: 'tool', tool: 'todowrite', list: 'todos', text: 'content', status: 'state' } as const
  const fold = new ThreadFold({ keep: CUT, newId: () => `id-${++ids}`, plan })
  const drafts = [...updates.flatMap((one) => fold.apply(one)), ...fold.endRun('end_turn')]
  const entries = new Set(drafts.filter((one) => one.kind === kind).map((one) => one.entryId))
  return [...entries].map((id) => foldSteps(drafts.filter((one) => one.entryId === id)))
}

test('a plan that is kept by a tool becomes a plan, whatever the call is called later', () => {
  const call = { toolCallId: 'c', kind: 'other' }
  const plans = bodies('plan', [
    { sessionUpdate: 'tool_call', ...call, title: 'todowrite', status: 'pending', rawInput: {} },
    {
      sessionUpdate: 'tool_call_update',
      ...call,
      title: '1 todo',
      rawInput: { todos: [{ content: 'Fix it', state: 'in_progress' }, 'odd'] },
    },
    { sessionUpdate: 'tool_call', toolCallId: 'd', title: 'other', rawInput: { todos: [{ content: 'no' }] } },
  ])
  expect(plans).toEqual([{ steps: [{ content: 'Fix it', status: 'in_progress' }] }])
})

describe('a compaction', () => {
  const at = (more: JsonObject): JsonObject => ({ sessionUpdate: 'compaction_update', compactionId: 'k', ...more })
  const chunk = { sessionUpdate: 'compaction_summary_chunk', compactionId: 'k', content: { type: 'text', text: 'Sum' } }

  test('is told at its start and its end, with what it keeps', () => {
    const notices = bodies('notice', [at({ status: 'in_progress' }), chunk, chunk, at({ status: 'completed' })])
    expect(notices).toEqual([
      { text: 'The agent is making its context smaller.', level: 'info' },
      { text: 'The agent made its context smaller.\n\nSumSum', level: 'info' },
    ])
  })

  test('that fails says why', () => {
    const notices = bodies('notice', [at({ status: 'failed', error: 'No room.', summary: null })])
    expect(notices).toEqual([{ text: 'The agent could not make its context smaller. No room.', level: 'warning' }])
  })
})

test('what a command prints beside its call stands in the place of its terminal', () => {
  const output = (data: string): JsonObject => ({
    sessionUpdate: 'tool_call_update',
    toolCallId: 'c',
    _meta: { terminal_output_delta: { data, terminal_id: 'c' } },
  })
  const [body] = bodies('tool_call', [
    {
      sessionUpdate: 'tool_call',
      toolCallId: 'c',
      title: 'ls',
      kind: 'execute',
      status: 'in_progress',
      content: [{ type: 'terminal', terminalId: 'c' }],
    },
    output('one\n'),
    output('two\n'),
    { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed' },
  ])
  expect(body).toMatchObject({ status: 'completed', content: [{ type: 'text', text: 'one\ntwo\n' }] })
})
