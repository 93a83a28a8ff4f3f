import { beforeAll, describe, expect, test } from 'vitest'
import { approvalDigest } from '../../shared/approvals/request.ts'
import type { Grant } from '../../shared/people/grants.ts'
import { answerCommand, decideCommand, type Chosen } from '../../tests/support/decide-command.ts'
import { makeDevice, testRoster, type TestDevice, type TestRoster } from '../../tests/support/roster.ts'
import type { Keep } from '../transcripts/fit.ts'
import { joinToolCall, newToolCall } from '../transcripts/tool-call.ts'
import { decide, type Decision, type Judge, type Verdict } from './decide.ts'
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
    raisedBy: 'agent',
    call: null,
    requestId: 1,
    fingerprint: '',
    respond: async () => {},
  }
}

let roster: TestRoster
beforeAll(async () => {
  roster = await testRoster()
})

function decision(open: OpenApproval, chosen: Chosen = {}, by: TestDevice = roster.owner) {
  const { orbId, generation } = place
  return decideCommand(by, { orbId, generation, rosterVersion: roster.present.version }, open.request, chosen)
}

function judged(
  open: OpenApproval,
  given: Decision,
  by: TestDevice = roster.owner,
  more: Partial<Judge> = {},
): Promise<Verdict> {
  const judge = { ...place, roster: roster.present, account: null, at: Date.now(), ...more }
  return decide(open, given, by.device.deviceId, judge)
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
    [
      'deny is "cancelled" where every option, a refusal by its name included, is said to allow',
      [ONCE, { ...REJECT, kind: 'allow_once' }],
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
    const verdict = await judged(open, await decision(open, more))
    if (expected === null) expect(verdict.is).toBe('refused')
    else if (expected === 'cancelled')
      expect(verdict).toEqual({ is: 'answer', result: { outcome: { outcome: 'cancelled' } } })
    else expect(verdict).toEqual({ is: 'answer', result: { outcome: { outcome: 'selected', optionId: expected } } })
  })

  test.each([
    ['another nonce', { nonce: 'other' }],
    ['another digest', { digest: '0'.repeat(64) }],
  ])('with %s is refused', async (_name, more) => {
    const open = await permission([ONCE, REJECT])
    expect(await judged(open, await decision(open, more))).toMatchObject({ is: 'refused' })
  })

  test('an id that is too long to show reaches the harness whole', async () => {
    const optionId = 'x'.repeat(5000)
    const open = await permission([{ ...ONCE, optionId }])
    const verdict = await judged(open, await decision(open, { optionId: open.request.options[0]?.optionId ?? '' }))
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
      raisedBy: 'agent',
      call: null,
      requestId: 1,
      fingerprint: '',
      respond: async () => {},
    }
    return judged(open, await answerTo(open, given))
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

function answerTo(open: OpenApproval, given: Record<string, unknown>): Promise<Decision> {
  return answerCommand(roster.owner, { ...place, rosterVersion: roster.present.version }, open.request, given)
}

describe('whose decision counts', () => {
  const operates = (scope: Grant['scope'], expiresAt: number | null = null): Grant[] => [
    { role: 'operator', scope, expiresAt },
  ]

  async function joined(grants: Grant[], device: Parameters<typeof makeDevice>[1] = {}): Promise<TestDevice> {
    const made = await makeDevice({ name: 'Bob', grants }, device)
    await roster.add({ kind: 'device.add', device: made.device, person: made.person })
    return made
  }

  test('one by an operator of this thread alone does', async () => {
    const open = await permission([ONCE, REJECT])
    const bob = await joined(operates({ kind: 'thread', orbId: place.orbId, threadId: place.threadId }))
    expect(await judged(open, await decision(open, {}, bob), bob)).toMatchObject({ is: 'answer' })
  })

  test.each([
    ['an observer', [{ role: 'observer', scope: { kind: 'all' }, expiresAt: null }]],
    ['somebody of another orb', operates({ kind: 'orb', orbId: 'other' })],
    ['somebody of another thread', operates({ kind: 'thread', orbId: 'orb', threadId: 'other' })],
    ['somebody whose grant has ended', operates({ kind: 'all' }, Date.now() - 1)],
  ] as [string, Grant[]][])('one by %s does not', async (_name, grants) => {
    const open = await permission([ONCE, REJECT])
    const bob = await joined(grants)
    expect(await judged(open, await decision(open, {}, bob), bob)).toEqual({
      is: 'refused',
      message: 'It was made by somebody who may not decide here. Nothing was answered.',
    })
  })

  test('one by the command line of the account that the agent runs as does not', async () => {
    const open = await permission([ONCE, REJECT])
    const account = 'a'.repeat(64)
    const shell = await joined(operates({ kind: 'all' }), { kind: 'command-line', account })
    const given = await decision(open, {}, shell)
    expect(await judged(open, given, shell, { account })).toMatchObject({
      is: 'refused',
      message: expect.stringContaining('the account that the agent itself runs as') as string,
    })
    expect(await judged(open, given, shell, { account: 'b'.repeat(64) })).toMatchObject({ is: 'answer' })
  })

  test('a grant that ends counts until then on the clock of the runner', async () => {
    const open = await permission([ONCE, REJECT])
    const bob = await joined(operates({ kind: 'all' }, 5000))
    const given = await decision(open, {}, bob)
    expect(await judged(open, given, bob, { at: 4999 })).toMatchObject({ is: 'answer' })
    expect(await judged(open, given, bob, { at: 5000 })).toMatchObject({ is: 'refused' })
  })

  test.each([
    ['verdict', { verdict: 'deny' }],
    ['option', { optionId: 'a' }],
    ['signature', { signature: null }],
    ['version of the roster', { rosterVersion: 0 }],
    ['text', { content: { answer: null, reason: 'other', scope: null, ruleText: null } }],
  ] as const)('one whose %s was altered does not', async (_name, altered) => {
    const open = await permission([ONCE, ALWAYS, REJECT])
    if (roster.present.version === 0) await joined([])
    const given = { ...(await decision(open, { optionId: 'o' })), ...altered }
    expect(await judged(open, given)).toMatchObject({ is: 'refused' })
  })

  test.each([
    ['another orb', { orbId: 'other' }],
    ['another generation', { generation: 2 }],
  ])('one that was signed for %s does not', async (_name, other) => {
    const open = await permission([ONCE, REJECT])
    const signedFor = { orbId: place.orbId, generation: 1, rosterVersion: roster.present.version, ...other }
    expect(await judged(open, await decideCommand(roster.owner, signedFor, open.request))).toMatchObject({
      is: 'refused',
      message: 'Its signature does not fit what it says. Nothing was answered.',
    })
  })

  test('one of a version of the roster that has not come yet is early', async () => {
    const open = await permission([ONCE, REJECT])
    const ahead = { orbId: place.orbId, generation: 1, rosterVersion: roster.present.version + 1 }
    expect(await judged(open, await decideCommand(roster.owner, ahead, open.request))).toMatchObject({ is: 'early' })
  })

  test('none does while the orb knows no roster', async () => {
    const open = await permission([ONCE, REJECT])
    const nobody = await judged(open, await decision(open), roster.owner, { roster: null })
    expect(nobody).toMatchObject({ is: 'refused', message: expect.stringContaining('knows no roster') as string })
  })

  test('one that comes after the question has expired is late', async () => {
    const open = await permission([ONCE, REJECT])
    const fresh = { ...open.request, expiresAt: 5000 }
    const expiring = { ...open, request: { ...fresh, digest: await approvalDigest(place.orbId, fresh) } }
    const given = await decision(expiring)
    expect(await judged(expiring, given, roster.owner, { at: 4999 })).toMatchObject({ is: 'answer' })
    expect(await judged(expiring, given, roster.owner, { at: 5000 })).toMatchObject({ is: 'late' })
  })
})
