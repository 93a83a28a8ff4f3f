import { expect, test } from 'vitest'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { approvalText } from './approval-text.ts'

const HOSTILE = 'x\u001b[2J\u001b]0;t\u0007\u009b1A\u202egnp\u2066\u200b\r'

const REQUEST: ApprovalRequest = {
  approvalId: 'a1',
  threadId: 't1',
  runId: null,
  generation: 1,
  asked: 'permission',
  nonce: 'n1',
  digest: 'd'.repeat(64),
  toolCall: {
    toolCallId: 'c1',
    title: 'Remove it',
    toolKind: 'execute',
    command: 'rm -rf build\necho done',
    cwd: '/work/app',
    locations: ['/work/app/build'],
    content: [],
    rawInput: { command: ['sh', '-c', 'rm -rf build'] },
  },
  question: null,
  options: [{ optionId: 'once', name: 'Allow', kind: 'allow_once' }],
  scopes: [],
  expiresAt: null,
  claim: 'It is only a build',
  risk: 'destructive',
  riskRule: 'word rm',
  raisedAt: 0,
}

function view(request: Partial<ApprovalRequest>): ApprovalView {
  const pending = { outcome: 'pending', effect: 'none', decidedBy: null, endedAt: null, verdict: null } as const
  const rest = { optionId: null, reason: null, answer: null, message: null, signed: false }
  return { request: { ...REQUEST, ...request }, orbId: 'o1', ...pending, ...rest }
}

test('everything that would run stands there, whole', () => {
  const text = approvalText(view({}), null)
  for (const part of ['destructive', '    rm -rf build\n    echo done', '/work/app/build', '"sh"', 'd'.repeat(64)]) {
    expect(text).toContain(part)
  }
  expect(text).toContain('The agent says (a claim, not checked)\n    It is only a build')
})

test('a change of a file stands there line by line', () => {
  const diff = { type: 'diff', path: 'a.txt', oldText: 'one\ntwo\n', newText: 'one\n2\n' }
  const text = approvalText(view({ toolCall: { ...REQUEST.toolCall!, content: [diff] } }), null)
  expect(text).toContain('Changes   a.txt\n    line 1\n      one\n    - two\n    + 2')
})

test('a part that is not whole says so', () => {
  const blob = { type: 'blob', sha256: 'a'.repeat(64), bytes: 90_000, mediaType: 'text/plain', preview: 'begins' }
  const diff = { type: 'diff', path: 'a.txt', oldText: 'x', newText: blob }
  const text = approvalText(view({ toolCall: { ...REQUEST.toolCall!, content: [blob, diff] } }), null)
  expect(text.match(/Only the beginning of 90000 bytes is shown here/g)).toHaveLength(2)
})

test('nothing that an agent sends reaches the terminal as an order', () => {
  const { toolCall } = REQUEST
  const content = [
    { type: 'text', text: HOSTILE },
    { type: 'diff', path: HOSTILE, oldText: HOSTILE, newText: HOSTILE + '1' },
    { type: HOSTILE, [HOSTILE]: HOSTILE },
    { type: 'blob', sha256: HOSTILE, bytes: HOSTILE, mediaType: HOSTILE, preview: HOSTILE },
    HOSTILE,
  ]
  const hostile = { title: HOSTILE, toolKind: HOSTILE, command: HOSTILE, cwd: HOSTILE, locations: [HOSTILE], content }
  const field = { name: HOSTILE, title: '', description: null, type: 'choice' as const, required: true }
  const choices = [{ value: HOSTILE, label: HOSTILE }]
  const text = approvalText(
    view({
      toolCall: { ...toolCall!, ...hostile, rawInput: { [HOSTILE]: HOSTILE } },
      question: { message: HOSTILE, fields: [{ ...field, choices }], url: null },
      options: [{ optionId: HOSTILE, name: HOSTILE, kind: HOSTILE }],
      claim: HOSTILE,
      riskRule: HOSTILE,
    }),
    null,
  )
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b]/u)
  expect(text).toContain('\\u{1b}[2J')
})
