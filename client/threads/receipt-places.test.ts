import { expect, test } from 'vitest'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { receiptPlaces } from './receipt-places.ts'

const entry = (position: number, kind: string, body: unknown): Entry => ({
  position,
  entryId: 'e' + position,
  runId: null,
  kind,
  at: position * 10,
  open: false,
  body,
})

const approval = (approvalId: string, raisedAt: number, toolCallId: string | null, outcome = 'allowed'): ApprovalView =>
  ({
    outcome,
    request: { approvalId, raisedAt, toolCall: toolCallId === null ? null : { toolCallId } },
  }) as ApprovalView

test('a receipt stands below its tool call, or where the question was asked', () => {
  const entries = [
    entry(1, 'agent_message', { text: 'a' }),
    entry(2, 'tool_call', { toolCallId: 'c1' }),
    entry(3, 'agent_message', { text: 'b' }),
    entry(4, 'tool_call', 'malformed'),
  ]
  const places = receiptPlaces(entries, [
    approval('again', 99, 'c1'),
    approval('first', 21, 'c1'),
    approval('question', 35, null),
    approval('waits', 36, null, 'pending'),
    approval('older than all', 5, null),
  ])
  expect([...places].map(([entryId, list]) => [entryId, list.map((one) => one.request.approvalId)])).toEqual([
    ['e2', ['first', 'again']],
    ['e3', ['question']],
  ])
})
