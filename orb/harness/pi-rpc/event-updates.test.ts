import { describe, expect, test } from 'vitest'
import { readTape } from '../../../tests/recordings/tape.ts'
import { isObject, type JsonObject } from '../json-rpc.ts'
import { EventUpdates } from './event-updates.ts'
import { historyUpdates } from './history.ts'

/** What Pi said in a real run: the events of eight turns of the scenario in tests/recordings. */
const events = readTape(new URL('recorded-events.jsonl', import.meta.url)).flatMap(({ dir, line }) => {
  const record: unknown = dir === 'in' ? JSON.parse(line) : null
  return isObject(record) ? [record] : []
})

function live(): JsonObject[] {
  const updates = new EventUpdates('/workspace')
  return events.flatMap((event) => updates.take(event))
}

/** The words of each message by its id, and the end of each call. */
function gist(updates: readonly JsonObject[]): { messages: Record<string, string>; calls: Record<string, unknown> } {
  const messages: Record<string, string> = {}
  const calls: Record<string, unknown> = {}
  for (const { messageId, content, toolCallId, status, sessionUpdate } of updates) {
    if (typeof messageId === 'string' && isObject(content) && sessionUpdate !== 'user_message_chunk') {
      messages[messageId] = (messages[messageId] ?? '') + String(content['text'])
    }
    if (typeof toolCallId === 'string') calls[toolCallId] = { status, content }
  }
  return { messages, calls }
}

test('what a session file tells later comes to what was told live, under the same ids', () => {
  // A session file holds the messages that ended, each as an entry.
  const entries = events.flatMap((event, index) =>
    event['type'] === 'message_end' ? [{ type: 'message', id: `entry-${index}`, message: event['message'] }] : [],
  )
  const [told, later] = [gist(live()), gist(historyUpdates(entries, '/workspace'))]
  expect(Object.keys(told.messages).length).toBeGreaterThan(10)
  expect(Object.keys(told.calls).length).toBeGreaterThan(10)
  expect(later).toEqual(told)
})

test('a call that may have to wait for a person has not begun before Pi says that it does something', () => {
  const updates = new EventUpdates('/workspace')
  const call = { toolCallId: 'c', toolName: 'bash', args: { command: 'date' } }
  const states = ['tool_execution_start', 'tool_execution_update', 'tool_execution_end'].flatMap((type) =>
    updates.take({ ...call, type, partialResult: {}, result: {} }).map((update) => update['status']),
  )
  expect(states).toEqual(['pending', 'in_progress', 'completed'])
})

describe('what a person should know of', () => {
  test.each([
    ['a retry', { type: 'auto_retry_start', attempt: 1, maxAttempts: 3, delayMs: 2000, errorMessage: '529' }, 'notice'],
    ['an extension that fails', { type: 'extension_error', error: 'no' }, 'notice'],
    ['a compaction', { type: 'compaction_end', result: { summary: 'Short.' } }, 'compaction_update'],
    ['a new name', { type: 'session_info_changed', name: 'Named' }, 'session_info_update'],
  ])('%s', (_name, event, kind) => {
    expect(new EventUpdates('/').take(event)).toMatchObject([{ sessionUpdate: kind }])
  })
})

test.each([
  {},
  { type: 1 },
  { type: 'message_update' },
  { type: 'tool_execution_end' },
  { type: 'message_start', message: 3 },
])('an event of another shape gives nothing: %j', (event: JsonObject) => {
  expect(new EventUpdates('/').take(event)).toEqual([])
})
