import type { ApprovalRequest, AskedToolCall } from '../../shared/approvals/request.ts'
import type { ApprovalView, FleetOrb } from '../../shared/rooms/content.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const now = Date.now()

/** Two hundred characters, the most that a name may have. */
export const LONG_NAME = 'a-very-long-branch-name-that-somebody-generated-'.repeat(5).slice(0, 200)
/** A name that tries to turn around what stands after it. */
export const RTL_NAME = 'invoice-\u202Efdp.exe cod'
/** A command of the length that agents really write. */
export const HUGE_COMMAND = Array.from(
  { length: 40 },
  (_, at) => `curl -fsSL https://host-${at}.example/install.sh -o /tmp/part-${at} && chmod +x /tmp/part-${at}`,
).join(' && ')
/** Bidi, zero-width, a carriage return, a Cyrillic letter and trailing blanks in one line. */
export const SNEAKY_COMMAND = 'git push \u202Eorigin\u200B m\u0430in\r  echo harmless  \nrm -rf build\u00A0/'

/** An approval in any state; `call: null` where it is a question. */
export function approval(
  request: Partial<ApprovalRequest> & { call?: Partial<AskedToolCall> | null },
  view: Partial<ApprovalView> = {},
): ApprovalView {
  const { call, ...rest } = request
  return {
    orbId: 'orb',
    outcome: 'pending',
    effect: 'none',
    decidedBy: null,
    endedAt: null,
    verdict: null,
    optionId: null,
    reason: null,
    answer: null,
    message: null,
    signed: false,
    ...view,
    request: {
      approvalId: `approval-${JSON.stringify(rest).length}-${call?.command?.length ?? 0}`,
      threadId: 'thread',
      runId: 'run',
      generation: 1,
      asked: 'permission',
      nonce: 'nonce',
      digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      toolCall: call === null ? null : { ...CALL, ...call },
      question: null,
      options: [
        { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
        { optionId: 'reject', name: 'Reject', kind: 'reject_once' },
        { optionId: 'once', name: 'Allow', kind: 'allow_once' },
      ],
      scopes: [],
      expiresAt: null,
      claim: null,
      risk: 'write',
      riskRule: 'execute:plain',
      raisedAt: now - 2 * MINUTE,
      ...rest,
    },
  }
}

const CALL: AskedToolCall = {
  toolCallId: 'call',
  title: 'Run a command',
  toolKind: 'execute',
  command: null,
  cwd: '/workspace/api',
  locations: [],
  content: [],
  rawInput: null,
}

/** A change as a harness sends it. */
export const CHANGE = {
  type: 'diff',
  path: 'src/parser.ts',
  oldText: Array.from({ length: 30 }, (_, at) => `  const line${at} = read(${at})`).join('\n') + '\n',
  newText:
    Array.from({ length: 30 }, (_, at) =>
      at === 14 ? '  const line14 = readCarefully(14)\n  check(line14)' : `  const line${at} = read(${at})`,
    ).join('\n') + '\n',
}

/** Approvals in every kind and state, by what they show. */
export const APPROVALS: Readonly<Record<string, ApprovalView>> = {
  'destructive command': approval({
    call: { command: 'rm -rf build &&\n  npm publish --access public --tag next', toolKind: 'execute' },
    risk: 'destructive',
    riskRule: 'execute:rm',
    claim: 'Clean build, then publish the fixed version so that the tests of the other repository can use it.',
  }),
  'a short command': approval({ call: { command: 'npm test' } }),
  'a change': approval({
    call: { toolKind: 'edit', title: 'Edit src/parser.ts', content: [CHANGE], locations: ['src/parser.ts'] },
    riskRule: 'kind:edit',
    claim: 'The parser drops the last line.',
  }),
  'changes with flagged paths': approval({
    call: {
      toolKind: 'edit',
      title: 'Edit 3 files',
      content: [
        {
          type: 'diff',
          path: '.github/workflows/release.yml',
          oldText: 'on: push\n',
          newText: 'on: [push, pull_request_target]\n',
        },
        { type: 'diff', path: 'package-lock.json', oldText: null, newText: '{}\n' },
        { type: 'diff', path: 'assets/logo.png', oldText: null, newText: '\u0000PNG' },
      ],
    },
    riskRule: 'kind:edit',
  }),
  'hidden characters': approval({
    call: { command: SNEAKY_COMMAND, cwd: '/home/\u202Eme' },
    risk: 'unknown',
    riskRule: 'execute:hidden-characters',
  }),
  'a huge command': approval({ call: { command: HUGE_COMMAND }, risk: 'destructive', riskRule: 'execute:chmod' }),
  'a fetch': approval({
    call: {
      toolKind: 'fetch',
      title: 'Fetch https://example.com/data.json',
      rawInput: { url: 'https://example.com/data.json', method: 'GET' },
    },
    risk: 'network',
    riskRule: 'kind:fetch',
    expiresAt: now + 20 * MINUTE,
  }),
  'only an always-option': approval({
    call: { toolKind: 'read', title: 'Read /etc/hosts', locations: ['/etc/hosts'] },
    risk: 'read',
    riskRule: 'kind:read',
    options: [{ optionId: 'always', name: 'Always allow', kind: 'allow_always' }],
  }),
  'several of one kind': approval({
    call: { command: 'npm run build' },
    options: [
      { optionId: 'choice-0', name: 'Yes, build it', kind: 'allow_once' },
      { optionId: 'choice-1', name: 'Reject', kind: 'allow_once' },
      { optionId: 'x', name: 'For an hour', kind: 'allow_for_an_hour' },
    ],
  }),
  'a question': approval({
    call: null,
    asked: 'question',
    question: {
      message: 'Which of the two layouts should the landing page have?',
      url: null,
      fields: [
        {
          name: 'layout',
          title: 'Layout',
          description: 'Both are built; the other one is thrown away.',
          type: 'choice',
          required: true,
          choices: [
            { value: 'a', label: 'Hero with one picture' },
            { value: 'b', label: 'Three columns, no picture' },
          ],
        },
        { name: 'note', title: 'Anything else', description: null, type: 'text', required: false, choices: [] },
      ],
    },
  }),
}

const BY = { personId: 'p', personName: 'Ada', deviceId: 'd', deviceName: 'Pixel 9' }

/** Approvals that have ended, each in another way. */
export const RECEIPTS: readonly ApprovalView[] = [
  approval(
    { call: { command: 'npm test' } },
    { outcome: 'allowed', effect: 'applied', decidedBy: BY, endedAt: now - MINUTE },
  ),
  approval({ call: { command: 'npm test' } }, { outcome: 'allowed', effect: 'none', decidedBy: BY, endedAt: now }),
  approval(
    { call: { command: 'git push --force' } },
    { outcome: 'denied', effect: 'applied', decidedBy: BY, endedAt: now - HOUR, reason: 'Use a branch' },
  ),
  approval(
    { call: { command: 'x' } },
    {
      outcome: 'allowed',
      effect: 'unknown',
      decidedBy: BY,
      endedAt: now - HOUR,
      message: 'The runner was killed between intent and applied.',
    },
  ),
  approval(
    { call: { command: 'x' } },
    { outcome: 'denied', effect: 'undeliverable', decidedBy: BY, endedAt: now - HOUR },
  ),
  approval({ call: { command: 'x' } }, { outcome: 'void', endedAt: now - 26 * HOUR, message: 'The agent exited.' }),
  approval({ call: { command: 'x' } }, { outcome: 'withdrawn', effect: 'bypassed', endedAt: now - 60 * HOUR }),
  approval(
    { call: null },
    { outcome: 'answered', effect: 'applied', decidedBy: BY, endedAt: now, answer: { layout: 'a' } },
  ),
]

function orb(orbId: string, facts: Partial<FleetOrb>): FleetOrb {
  return {
    orbId,
    title: orbId,
    state: 'idle',
    isolation: 'none',
    asking: { state: 'confirmed', message: null },
    answeredFromInside: null,
    awaySince: null,
    waits: 0,
    waitsFor: null,
    lastActivity: now - HOUR,
    activity: null,
    runEnded: null,
    newestThreadId: 't',
    ...facts,
  }
}

/** A fleet with something in every section, hostile names among them. */
export const FLEET: readonly FleetOrb[] = [
  orb('api-refactor', {
    state: 'working',
    waits: 2,
    lastActivity: now - 2 * MINUTE,
    waitsFor: {
      approvalId: 'a',
      threadId: 't',
      title: 'rm -rf build && npm publish --access public',
      risk: 'destructive',
      since: now - 2 * MINUTE,
    },
  }),
  orb('docs-site', {
    state: 'working',
    waits: 1,
    lastActivity: now - 14 * MINUTE,
    waitsFor: {
      approvalId: 'b',
      threadId: 't',
      title: 'Which of two layouts?',
      risk: 'read',
      since: now - 14 * MINUTE,
    },
  }),
  orb('rtl', {
    title: RTL_NAME,
    state: 'working',
    waits: 1,
    awaySince: now - HOUR,
    lastActivity: now - HOUR,
    waitsFor: { approvalId: 'c', threadId: 't', title: SNEAKY_COMMAND, risk: 'unknown', since: now - HOUR },
  }),
  orb('landing-page', {
    asking: { state: 'lowered', message: null },
    state: 'working',
    lastActivity: now,
    activity: 'Editing hero.tsx',
  }),
  orb('long', { title: LONG_NAME, state: 'working', lastActivity: now - 30_000, activity: LONG_NAME }),
  orb('broken-orb', { state: 'failed', lastActivity: now - 5 * HOUR }),
  orb('laptop', { awaySince: now - 3 * HOUR, lastActivity: now - 3 * HOUR }),
  orb('flaky-tests', {
    lastActivity: now - 6 * HOUR,
    runEnded: { at: now - 6 * HOUR, stopReason: 'end_turn', threadId: 't' },
  }),
  orb('yolo', { asking: { state: 'never', message: null } }),
  orb('old-idea', { lastActivity: now - 200 * HOUR }),
]
