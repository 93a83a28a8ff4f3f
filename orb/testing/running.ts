import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ApprovalRequest } from '../../shared/approvals/request.ts'
import type { CommandBody, LinkCommand } from '../../shared/commands/commands.ts'
import { newId } from '../../shared/ids.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { KnownReport } from '../../shared/link/reports.ts'
import {
  answerCommand,
  decideCommand,
  type AnswerCommand,
  type Chosen,
  type DecideCommand,
} from '../../tests/support/decide-command.ts'
import { testRoster, type TestDevice, type TestRoster } from '../../tests/support/roster.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { genericManifest } from '../adapters/generic.ts'
import { noneProvider } from '../harness/none-provider.ts'
import { harnessEnvironment } from '../harness/environment.ts'
import type { Provider } from '../harness/provider.ts'
import type { LinkEnd } from '../link/endings.ts'
import { PROTOCOL } from '../../shared/version.ts'
import { Runner } from '../runner.ts'
import { openOrbStore } from '../spool/orb-store.ts'
import { testFolder } from './folder.ts'
import { relayPlace, type RelayEnd } from './relay-end.ts'

type Named<N extends KnownReport['name']> = Extract<KnownReport, { name: N }>

/** A runner in this process, with a harness of its own, whose relay is in the hands of the test. */
export interface RunningRunner {
  readonly relay: RelayEnd
  readonly orbId: string
  /** What the relay showed the runner. */
  readonly roster: TestRoster
  readonly workspace: string
  readonly ended: Promise<LinkEnd>
  /** Sends a command; the same id again is a redelivery. */
  command(body: CommandBody, more?: Partial<LinkCommand>): LinkCommand
  /** A decision by the owner's device, or by another. */
  decision(request: ApprovalRequest, chosen?: Chosen, by?: TestDevice): Promise<DecideCommand>
  /** An answer to a question by the owner's device. */
  answer(request: ApprovalRequest, answer: Record<string, unknown>): Promise<AnswerCommand>
  /** The first report of a name that fits, among all that ever came. */
  report<N extends KnownReport['name']>(name: N, fits?: (report: Named<N>) => boolean): Promise<Named<N>>
  /** The first report that fits, of any name. */
  reported(fits: (report: KnownReport) => boolean): Promise<KnownReport>
  /** All events so far. */
  events(): readonly StreamEvent[]
  stop(): Promise<void>
}

/** What of an adapter's manifest a test wants otherwise than an unknown agent's. */
export type ManifestChange = Partial<AdapterManifest>

/** What of a runner's surroundings a test wants otherwise. */
export interface Surroundings {
  /** What starts its harness. */
  readonly provider?: Provider
  /** How long the relay's end waits for a message, in milliseconds. */
  readonly waitMs?: number
}

/** Starts a runner in a folder, and answers its hello. */
export async function startRunner(
  command: string,
  args: readonly string[],
  folder = testFolder(),
  change: ManifestChange = {},
  { provider = noneProvider, waitMs }: Surroundings = {},
): Promise<RunningRunner> {
  const place = await relayPlace(PROTOCOL, waitMs)
  const workspace = testFolder()
  const store = await openOrbStore(join(folder, 'orb'))
  let onEnd: (end: LinkEnd) => void = () => {}
  const ended = new Promise<LinkEnd>((resolve) => {
    onEnd = resolve
  })
  const env = harnessEnvironment(process.env, [], null)
  const launch = { command, args, cwd: workspace, env }
  const runner = new Runner(store, {
    firstUse: true,
    relayUrl: place.url,
    title: 'Test',
    provider,
    manifest: { ...genericManifest(command, args), ...change },
    launch,
    launchFor: () => Promise.resolve(launch),
    answeredFromInside: null,
    firstPrompt: null,
    log: () => {},
    onEnd: (end) => onEnd(end),
  })
  let stopped = false
  let relay: RelayEnd | null = null
  const stop = async (): Promise<void> => {
    // Nobody acknowledges what is left: the runner need not wait for it.
    relay?.socket.terminate()
    if (!stopped) await runner.stop()
    stopped = true
  }
  onTestFinished(stop)
  void runner.start()
  const end = await place.connection()
  relay = end
  await end.welcome(store.spool.acked)
  const roster = await testRoster()
  end.send({ t: 'roster', entries: roster.entries })
  const events: StreamEvent[] = []
  let cmdSeq = 0

  const running: RunningRunner = {
    relay: end,
    orbId: store.identity.orbId,
    roster,
    workspace,
    ended,
    command(body, more = {}) {
      const { device, person } = roster.owner
      const { personId, name: personName } = person
      const by = { personId, personName, deviceId: device.deviceId, deviceName: device.name }
      const base = { commandId: newId(), cmdSeq: ++cmdSeq, generation: 1, fence: 0, at: Date.now(), by }
      const sent = { ...base, command: body, ...more }
      end.send({ t: 'command', command: sent })
      return sent
    },
    answer(request, answer) {
      const where = { orbId: store.identity.orbId, generation: 1, rosterVersion: roster.present.version }
      return answerCommand(roster.owner, where, request, answer)
    },
    decision(request, chosen, by = roster.owner) {
      const where = { orbId: store.identity.orbId, generation: 1, rosterVersion: roster.present.version }
      return decideCommand(by, where, request, chosen)
    },
    async report(name, fits = () => true) {
      const found = await running.reported((report) => report.name === name && fits(report as Named<typeof name>))
      return found as Named<typeof name>
    },
    async reported(fits) {
      for (let at = 0; ; at++) {
        if (at >= events.length) events.push(...(await end.next('events')).events)
        const event = events[at]
        const report = event?.type === 'report' ? KnownReport.safeParse(event.report) : null
        if (report?.success === true && fits(report.data)) return report.data
      }
    },
    events: () => events,
    stop,
  }
  return running
}
