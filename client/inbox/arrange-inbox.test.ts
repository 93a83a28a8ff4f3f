import { expect, test } from 'vitest'
import type { ApprovalRequest, AskedToolCall } from '../../shared/approvals/request.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { approval } from '../gallery/samples.ts'
import { arrangeInbox } from './arrange-inbox.ts'

const MINUTE = 60_000

function asked(
  approvalId: string,
  request: Partial<ApprovalRequest> & { call?: Partial<AskedToolCall> | null } = {},
): ApprovalView {
  const raisedAt = request.raisedAt ?? 0
  return approval({
    call: { toolKind: 'read', locations: [approvalId] },
    risk: 'read',
    ...request,
    approvalId,
    raisedAt,
  })
}

const shown = (approvals: readonly ApprovalView[]): string[][] =>
  arrangeInbox(approvals).map((item) => item.approvals.map(({ request }) => request.approvalId))

const edit: Parameters<typeof asked>[1] = { call: { toolKind: 'edit', content: [{ type: 'diff' }] }, risk: 'write' }

test('the longest wait leads, and within a minute the gravest risk', () => {
  const destructive = { call: { command: 'rm x' }, risk: 'destructive' } as const
  const approvals = [
    asked('young', { ...destructive, raisedAt: 9 * MINUTE }),
    asked('edit', { ...edit, raisedAt: 2 * MINUTE + 1 }),
    asked('unknown', { call: { command: '$(x)' }, risk: 'unknown', raisedAt: 2 * MINUTE + 3 }),
    asked('destructive', { ...destructive, raisedAt: 2 * MINUTE + 5 }),
    asked('old', { ...edit, raisedAt: MINUTE }),
  ]
  expect(shown(approvals)).toEqual([['old'], ['destructive'], ['unknown'], ['edit'], ['young']])
})

test('what is alike in thread, rule and risk and seen whole is one item', () => {
  expect(shown([asked('a'), asked('b'), asked('c')])).toEqual([['a', 'b', 'c']])
})

test.each<[string, Parameters<typeof asked>[1]]>([
  ['in another thread', { threadId: 'other' }],
  ['by another rule', { riskRule: 'kind:search' }],
  ['destructive', { call: { command: 'rm x' }, risk: 'destructive' }],
  ['of unknown risk', { call: { command: '$(x)' }, risk: 'unknown' }],
  ['towards the network', { call: { command: 'curl x' }, risk: 'network' }],
  ['a change that has to be read', edit],
  ['for good', { options: [{ optionId: 'x', name: 'Always', kind: 'allow_always' }] }],
])('one that is %s is not taken together with the others', (_what, request) => {
  expect(shown([asked('a'), asked('b'), asked('c', request)])).toContainEqual(['c'])
})

test('what takes more than a tap is never taken together, however alike', () => {
  const destructive = { call: { command: 'rm x' }, risk: 'destructive' } as const
  expect(shown([asked('a', destructive), asked('b', destructive)])).toEqual([['a'], ['b']])
})

test('what has ended does not wait', () => {
  expect(shown([{ ...asked('a'), outcome: 'allowed' }])).toEqual([])
})
