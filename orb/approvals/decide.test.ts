import { describe, expect, test } from 'vitest'
import { contentHash, type DecisionContent } from '../../shared/approvals/request.ts'
import type { Keep } from '../transcripts/fit.ts'
import { joinToolCall, newToolCall } from '../transcripts/tool-call.ts'
import { decide, type Decision } from './decide.ts'
import type { OpenApproval } from './open-approval.ts'
import { offeredOptions, permissionRequest, questionRequest } from './permission.ts'
import { formQuestion } from './question.ts'

const place = { orbId: 'orb', generation: 1, threadId: 'thread', runId: null }
const keep: Keep = { text: (text) => text, base64: () => null }
const call = joinToolCall(newToolCall('1'), { title: 'Edit', kind: 'edit' })

const ONCE = { optionId: 'o', name: 'Allow once', kind: 'allow_once' }
const ALWAYS = { optionId: 'a', name: 'Always', kind: 'allow_always' }
const REJECT = { optionId: 'r', name: 'Reject', kind: 'reject_once' }

async function permission(options: unknown): Promise<OpenApproval> {
  const offered = offeredOptions(options)
  const request = await permissionRequest(place, call, null, offered, keep)
  return {
    request,
    asked: { kind: 'permission', options: offered },
    requestId: 1,
    fingerprint: '',
    respond: async () => {},
  }
}

async function decision(
  open: OpenApproval,
  more: Partial<Extract<Decision, { kind: 'decide' }>> = {},
): Promise<Extract<Decision, { kind: 'decide' }>> {
  const content: DecisionContent = { answer: null, reason: null, scope: null, ruleText: null }
  const { approvalId, threadId, nonce, digest } = open.request
  return {
    kind: 'decide',
    threadId,
    approvalId,
    nonce,
    digest,
    verdict: 'allow',
    optionId: null,
    content,
    contentHash: await contentHash(content),
    rosterVersion: 0,
    signature: null,
    ...more,
  }
}

describe('a decision about a permission', () => {
  test.each([
    ['allow alone is the once-option', [ALWAYS, ONCE, REJECT], { verdict: 'allow' }, 'o'],
    ['deny alone is the reject-option', [ALWAYS, ONCE, REJECT], { verdict: 'deny' }, 'r'],
    ['a named option is that option', [ONCE, REJECT], { verdict: 'allow', optionId: 'o' }, 'o'],
    ['an always-option counts where it is named', [ALWAYS, REJECT], { verdict: 'allow', optionId: 'a' }, 'a'],
    ['deny is "cancelled" where nothing rejects', [ONCE], { verdict: 'deny' }, 'cancelled'],
    [
      'deny is "cancelled" where only "never again" rejects',
      [ONCE, { ...REJECT, kind: 'reject_always' }],
      { verdict: 'deny' },
      'cancelled',
    ],
    ['allow alone never takes an always-option', [ALWAYS, REJECT], { verdict: 'allow' }, null],
    ['an option that means the opposite is refused', [ONCE, REJECT], { verdict: 'allow', optionId: 'r' }, null],
    ['an option that is not offered is refused', [ONCE, REJECT], { verdict: 'deny', optionId: 'x' }, null],
    [
      'an option of an unknown kind is refused',
      [{ ...ONCE, kind: 'maybe' }],
      { verdict: 'allow', optionId: 'o' },
      null,
    ],
    [
      'two options of one id cannot be told apart',
      [ONCE, { ...REJECT, optionId: 'o' }],
      { verdict: 'allow', optionId: 'o' },
      null,
    ],
  ] as const)('%s', async (_name, options, more, expected) => {
    const open = await permission(options)
    const verdict = await decide(open, await decision(open, more))
    if (expected === null) expect(verdict.is).toBe('refused')
    else if (expected === 'cancelled')
      expect(verdict).toEqual({ is: 'answer', result: { outcome: { outcome: 'cancelled' } } })
    else expect(verdict).toEqual({ is: 'answer', result: { outcome: { outcome: 'selected', optionId: expected } } })
  })

  test.each([
    ['another nonce', { nonce: 'other' }],
    ['another digest', { digest: '0'.repeat(64) }],
    ['another content than was hashed', { contentHash: '0'.repeat(64) }],
  ])('with %s is refused', async (_name, more) => {
    const open = await permission([ONCE, REJECT])
    expect(await decide(open, await decision(open, more))).toMatchObject({ is: 'refused' })
  })

  test('an id that is too long to show reaches the harness whole', async () => {
    const optionId = 'x'.repeat(5000)
    const open = await permission([{ ...ONCE, optionId }])
    const verdict = await decide(open, await decision(open, { optionId: open.request.options[0]?.optionId ?? '' }))
    expect(verdict).toEqual({ is: 'answer', result: { outcome: { outcome: 'selected', optionId } } })
  })

  test('a question that only offers "always" is shown as destructive', async () => {
    expect((await permission([ALWAYS, REJECT])).request).toMatchObject({
      risk: 'destructive',
      riskRule: 'options:always-only',
    })
  })
})

describe('an answer to a question', () => {
  const schema = {
    type: 'object',
    properties: {
      way: {
        type: 'string',
        title: 'Which way',
        oneOf: [
          { const: 'l', title: 'Left' },
          { const: 'r', title: 'Right' },
        ],
      },
      many: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
      count: { type: 'integer' },
      sure: { type: 'boolean' },
      note: { type: 'string' },
    },
    required: ['way'],
  }

  async function answer(given: Record<string, unknown>) {
    const { question, fields } = formQuestion({ message: 'Choose', requestedSchema: schema })
    const request = await questionRequest(place, question, null)
    const open: OpenApproval = {
      request,
      asked: { kind: 'form', fields },
      requestId: 1,
      fingerprint: '',
      respond: async () => {},
    }
    const content = { answer: given, reason: null, scope: null, ruleText: null }
    const { verdict: _verdict, optionId: _optionId, ...rest } = await decision(open)
    return decide(open, { ...rest, kind: 'answer', content, contentHash: await contentHash(content) })
  }

  test('the fields are what the schema says', () => {
    const { fields } = formQuestion({ requestedSchema: schema })
    expect(fields.map(({ shown }) => `${shown.name}:${shown.type}:${shown.required}`)).toEqual([
      'way:choice:true',
      'many:choices:false',
      'count:number:false',
      'sure:boolean:false',
      'note:text:false',
    ])
    expect(fields[0]?.shown.choices).toEqual([
      { value: 'l', label: 'Left' },
      { value: 'r', label: 'Right' },
    ])
  })

  test('that fits reaches the harness, without fields that nobody asked for', async () => {
    expect(await answer({ way: 'l', many: ['b'], count: 3, other: 1 })).toEqual({
      is: 'answer',
      result: { action: 'accept', content: { way: 'l', many: ['b'], count: 3 } },
    })
  })

  test.each([
    ['without what is required', {}],
    ['with a choice that is not offered', { way: 'x' }],
    ['with a fraction for a whole number', { way: 'l', count: 1.5 }],
    ['with a text for a list', { way: 'l', many: 'a' }],
  ])('%s is refused', async (_name, given) => {
    expect(await answer(given)).toMatchObject({ is: 'refused' })
  })
})
