import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import { writeEnrolment } from '../../shared/devices/enrolment.ts'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import { agentJournal, type AgentJournal } from '../kill/agent-journal.ts'
import { decideCommand, type Chosen, type DecideCommand } from './decide-command.ts'
import { testEnrolment } from './enrolment.ts'
import { startLyingRelay, type LyingRelay, type Named } from './lying-relay.ts'
import { testRoster, type TestDevice, type TestRoster } from './roster.ts'
import { startRunnerProcess, type RunnerProcess } from './runner-process.ts'

/** A real runner process with a real agent, enrolled by a real owner, on a relay that lies. */
export interface DeceivedOrb {
  readonly relay: LyingRelay
  readonly roster: TestRoster
  readonly runner: RunnerProcess
  readonly orbId: string
  readonly threadId: string
  readonly workspace: string
  /** What the agent was answered. */
  readonly journal: AgentJournal
  /** Makes the agent ask before it writes a file, and gives its question. */
  ask(file: string): Promise<ApprovalRequest>
  /** What `by` signs of a question; `chosen` is what it chose, `place` what it was told of where. */
  sign(
    by: TestDevice,
    request: ApprovalRequest,
    chosen?: Chosen,
    place?: { orbId?: string; generation?: number; rosterVersion?: number },
  ): Promise<DecideCommand>
  /** What became of a decision in the end. */
  effectOf(command: LinkCommand): Promise<Named<'decision.effect'>>
  /** The question that the agent still waits for, now that an answer to an earlier form of it was refused. */
  askedAgain(before: ApprovalRequest): Promise<ApprovalRequest>
  /** Ends the runner with SIGKILL, and starts it again on its folder. */
  restart(): Promise<void>
  dispose(): Promise<void>
}

const AGENT = fileURLToPath(new URL('../../dist/node/scripted-agent.js', import.meta.url))

/** Starts all of it. `shows`: what the relay says about the roster at first, in place of the truth. */
export async function startDeceivedOrb(shows?: TestRoster): Promise<DeceivedOrb> {
  const root = mkdtempSync(join(tmpdir(), 'perigee-lied-to-'))
  const roster = await testRoster()
  const relay = await startLyingRelay()
  const folders = { state: join(root, 'state'), workspace: join(root, 'workspace'), store: join(root, 'agent') }
  for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o700 })
  const enrolment = join(root, 'enrolment')
  writeFileSync(enrolment, writeEnrolment(await testEnrolment(roster, {}, relay.url)), { mode: 0o600 })
  const start = (): Promise<RunnerProcess> =>
    startRunnerProcess({
      relayUrl: relay.url,
      state: folders.state,
      name: 'orb',
      workspace: folders.workspace,
      flags: ['--enrol-file', enrolment],
      agent: { command: [process.execPath, AGENT, '--fast', '--store', folders.store], flags: [], env: {} },
    })
  let runner = await start()
  const { orbId } = await relay.hello()
  relay.roster((shows ?? roster).entries)
  const { threadId } = await relay.report('thread.meta')
  const journal = agentJournal(folders.store)

  const orb: DeceivedOrb = {
    relay,
    roster,
    get runner() {
      return runner
    },
    orbId,
    threadId,
    workspace: folders.workspace,
    journal,
    async ask(file) {
      const before = relay.reports('approval.raised').length
      relay.command({ kind: 'prompt', threadId, text: `@permit\n@write ${file} :: yes` }, roster.owner)
      const raised = await relay.report(
        'approval.raised',
        (one) => relay.reports('approval.raised').indexOf(one) >= before,
      )
      return raised.approval
    },
    sign: (by, request, chosen, place = {}) =>
      decideCommand(by, { orbId, generation: 1, rosterVersion: roster.present.version, ...place }, request, chosen),
    effectOf: ({ commandId }) =>
      relay.report('decision.effect', (one) => one.commandId === commandId && one.effect !== 'delivered'),
    async askedAgain(before) {
      await relay.report('approval.ended', (one) => one.approvalId === before.approvalId)
      const all = relay.reports('approval.raised')
      const at = all.findIndex((one) => one.approval.approvalId === before.approvalId)
      const next = await relay.report('approval.raised', (one) => relay.reports('approval.raised').indexOf(one) > at)
      return next.approval
    },
    async restart() {
      await runner.kill()
      runner = await start()
    },
    async dispose() {
      await runner.stop()
      relay.dispose()
      rmSync(root, { recursive: true, force: true })
    },
  }
  return orb
}
