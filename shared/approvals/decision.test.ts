import { describe, expect, test } from 'vitest'
import { optionFor, verdictOf } from './decision.ts'
import { approvalDigest, contentHash, type ApprovalRequest } from './request.ts'

const option = (optionId: string, kind: string) => ({ optionId, name: optionId, kind })

describe('options are chosen by kind, never by position', () => {
  test.each([
    ['once before always', [option('a', 'allow_always'), option('b', 'allow_once')], 'allow' as const, 'b'],
    [
      'always where nothing else allows',
      [option('r', 'reject_once'), option('a', 'allow_always')],
      'allow' as const,
      'a',
    ],
    ['a rejection', [option('a', 'allow_once'), option('r', 'reject_always')], 'deny' as const, 'r'],
    ['no rejection on offer', [option('a', 'allow_once'), option('b', 'allow_once')], 'deny' as const, null],
    ['kinds that nobody knows', [option('a', 'proceed')], 'allow' as const, null],
  ])('%s', (_name, options, verdict, expected) => {
    expect(optionFor(options, verdict)?.optionId ?? null).toBe(expected)
  })

  test('a kind says what it means, an unknown one says nothing', () => {
    expect(['allow_once', 'allow_always', 'reject_once', 'reject_always', 'constructor'].map(verdictOf)).toEqual([
      'allow',
      'allow',
      'deny',
      'deny',
      null,
    ])
  })
})

const request: ApprovalRequest = {
  approvalId: 'a1',
  threadId: 't1',
  runId: null,
  generation: 1,
  asked: 'permission',
  nonce: 'n1',
  digest: '0'.repeat(64),
  toolCall: {
    toolCallId: 'c',
    title: 'Run',
    toolKind: 'execute',
    command: 'ls',
    cwd: '/w',
    locations: [],
    content: [],
    rawInput: { command: 'ls' },
  },
  question: null,
  options: [option('a', 'allow_once')],
  scopes: [],
  expiresAt: null,
  claim: 'because',
  risk: 'write',
  riskRule: 'execute:plain',
  raisedAt: 1,
}

describe('the digest', () => {
  test('covers what is asked, for which orb, in which raise', async () => {
    const digest = await approvalDigest('o1', request)
    const changed: [string, string, ApprovalRequest][] = [
      ['orb', 'o2', request],
      ['generation', 'o1', { ...request, generation: 2 }],
      ['nonce', 'o1', { ...request, nonce: 'n2' }],
      ['command', 'o1', { ...request, toolCall: { ...request.toolCall!, command: 'ls ' } }],
      ['option', 'o1', { ...request, options: [option('b', 'allow_once')] }],
      ['expiry', 'o1', { ...request, expiresAt: 5 }],
    ]
    for (const [what, orbId, other] of changed) expect(await approvalDigest(orbId, other), what).not.toBe(digest)
    const retold: ApprovalRequest = { ...request, claim: 'other words', digest: 'f'.repeat(64) }
    expect(await approvalDigest('o1', retold)).toBe(digest)
  })

  test('of the content covers answer, reason, scope and rule text', async () => {
    const none = { answer: null, reason: null, scope: null, ruleText: null }
    const hashes = await Promise.all(
      [
        none,
        { ...none, answer: {} },
        { ...none, reason: 'x' },
        { ...none, scope: 'x' },
        { ...none, ruleText: 'x' },
      ].map(contentHash),
    )
    expect(new Set(hashes).size).toBe(5)
  })
})
