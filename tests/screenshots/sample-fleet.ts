import { newId } from '../../shared/ids.ts'
import { placeOrb, type PlacedOrb } from '../browser/screens/placed-orb.ts'
import { decisionFor } from '../support/approvals.ts'
import type { RelayProcess } from '../support/relay-process.ts'
import { CHANGE, tellRepair } from './sample-thread.ts'

/** Orbs as somebody has them on an ordinary day. */
export interface SampleFleet {
  /** Its thread tells a story and ends in a grave question. */
  readonly busy: PlacedOrb
  readonly away: PlacedOrb
  /** Questions by what they ask. */
  readonly approvals: Readonly<Record<'grave' | 'edit' | 'question' | 'decided', string>>
}

/** Fills a relay that nobody has used. `unit` is what ages are counted in, in ms: hours stay the same for longer. */
export async function sampleFleet(relay: RelayProcess, unit: number): Promise<SampleFleet> {
  const now = Date.now() - unit / 20
  const busy = await placeOrb(relay, 'api', 'working', { title: 'The last line gets lost', isEmpty: true })
  await tellRepair(busy, now - 4 * unit, unit / 10)
  await busy.report({ ...STATE, title: 'api' })
  await busy.report({ name: 'workspace', path: STATE.workspace, branch: 'main', changed: [CHANGED] })
  const docs = await placeOrb(relay, 'docs-site', 'working', { title: 'A page about deployment' })
  const page = await placeOrb(relay, 'landing-page', 'working', { title: 'A calmer hero' })
  const editing = { toolCallId: newId(), title: 'Edit hero.tsx', toolKind: 'edit', status: 'in_progress' }
  await page.entry('tool_call', editing)
  const done = await placeOrb(relay, 'flaky-tests', 'idle', { title: 'Why does CI fail on Mondays' })
  await endRun(done)
  const away = await placeOrb(relay, 'laptop', 'idle', { title: 'Notes for the talk' })
  away.leave()

  const owner = await relay.owner()
  const decided = await busy.raise({ call: { command: 'npm test', title: 'Run the tests' }, raisedAt: now - 3 * unit })
  const denial = await decisionFor(owner, busy.orbId, decided, 'deny', {}, { reason: 'Run only the reader’s tests' })
  await relay.askAs(owner, 'POST', `/api/approvals/${decided.approvalId}/decision`, denial)
  const { approvalId } = decided
  await busy.report({ name: 'decision.effect', approvalId, commandId: null, effect: 'applied', message: null })

  const grave = await busy.raise({
    call: {
      command: 'rm -rf dist &&\n  npm publish --tag next',
      title: 'Build afresh and publish',
      cwd: STATE.workspace,
    },
    risk: 'destructive',
    riskRule: 'execute:rm',
    claim: 'A clean build first, then the mended version.',
    raisedAt: now - 2 * unit,
  })
  const edit = await docs.raise({
    call: { toolKind: 'edit', title: 'Edit docs/deploy.md', content: [PAGE_CHANGE], locations: ['docs/deploy.md'] },
    riskRule: 'kind:edit',
    claim: 'The proxy has to pass WebSockets on.',
    raisedAt: now - 1.5 * unit,
  })
  for (const path of ['docs/https.md', 'docs/proxy.md']) {
    await docs.raise({
      call: { toolKind: 'read', title: 'Read ' + path, locations: [path] },
      risk: 'read',
      riskRule: 'kind:read',
      raisedAt: now - unit,
    })
  }
  const question = await docs.raise({ asked: 'question', ...QUESTION, raisedAt: now - unit })
  const approvals = {
    grave: grave.approvalId,
    edit: edit.approvalId,
    question: question.approvalId,
    decided: decided.approvalId,
  }
  return { busy, away, approvals }
}

const STATE = {
  name: 'orb.state',
  state: 'working',
  isolation: 'uid',
  harness: { name: 'OpenCode', version: '1.18.7' },
  workspace: '/home/ada/api',
  message: null,
  asking: { state: 'confirmed', message: null },
}

const CHANGED = { path: CHANGE.path, added: 2, removed: 1 }

const PAGE_CHANGE = {
  type: 'diff',
  path: 'docs/deploy.md',
  oldText: '# Deployment\n\nPut a proxy with TLS in front of it:\n\n    reverse_proxy localhost:7447\n',
  newText:
    '# Deployment\n\nPut a proxy with TLS in front of it. It has to pass WebSockets on, which Caddy does by itself:\n\n' +
    '    perigee.example.org {\n      reverse_proxy localhost:7447\n    }\n',
}

const QUESTION = {
  toolCall: null,
  options: [],
  question: {
    message: 'Which of the two layouts should the page about deployment have?',
    url: null,
    fields: [
      {
        name: 'layout',
        title: 'Layout',
        description: 'Both are drafted; the other one is thrown away.',
        type: 'choice' as const,
        required: true,
        choices: [
          { value: 'steps', label: 'Steps, one below the other' },
          { value: 'tabs', label: 'A tab for each way' },
        ],
      },
    ],
  },
}

async function endRun({ threadId, report }: PlacedOrb): Promise<void> {
  const run = { name: 'run.state', threadId, runId: newId(), commandId: null, message: null }
  await report({ ...run, state: 'running', stopReason: null })
  await report({ ...run, state: 'ended', stopReason: 'end_turn' })
}
