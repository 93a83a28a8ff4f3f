import { expect, test } from 'vitest'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { showsWhole } from './turn.ts'

const call = {
  toolCallId: 't',
  title: 'Run',
  toolKind: 'execute',
  command: 'npm test',
  cwd: '/w',
  locations: [],
  content: [],
  rawInput: {},
}
const short: Pick<ApprovalRequest, 'toolCall' | 'question' | 'risk' | 'options'> = {
  toolCall: call,
  question: null,
  risk: 'write',
  options: [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }],
}

test('a short command of low risk may be answered in the dock', () => {
  expect(showsWhole(short)).toBe(true)
})

test('a read of a few paths may be answered in the dock', () => {
  const read = { ...call, toolKind: 'read', command: null, locations: ['src/a.ts'] }
  expect(showsWhole({ ...short, risk: 'read', toolCall: read })).toBe(true)
})

test.each<[string, Partial<typeof short>]>([
  ['a read of who knows what', { risk: 'read', toolCall: { ...call, command: null } }],
  ['a write that names a path alone', { toolCall: { ...call, command: null, locations: ['a'] } }],
  ['a destructive one', { risk: 'destructive' }],
  ['one of unknown risk', { risk: 'unknown' }],
  ['a long command', { toolCall: { ...call, command: 'x'.repeat(161) } }],
  ['a command of many lines', { toolCall: { ...call, command: 'a\nb\nc\nd\ne' } }],
  ['a call with changes', { toolCall: { ...call, content: [{ type: 'diff' }] } }],
  ['a call without a command', { toolCall: { ...call, command: null } }],
  ['a question', { question: { message: 'Which?', fields: [], url: null } }],
  ['an always-option', { options: [{ optionId: 'a', name: 'Always', kind: 'allow_always' }] }],
])('%s is reviewed first', (_what, change) => {
  expect(showsWhole({ ...short, ...change })).toBe(false)
})
