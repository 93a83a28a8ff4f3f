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
import { newFolder, testFolder } from './folder.ts'
import { openRelayPlace, WAIT_MS, within, type RelayEnd } from './relay-end.ts'

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
  /** A blob that the runner keeps for the relay; null where it has none. */
  blob(sha256: string): Promise<Uint8Array | null>
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

/** Starts a runner in a folder for one test, and answers its hello. */
export async function startRunner(
  command: string,
  args: readonly string[],
  folder = testFolder(),
  change: ManifestChange = {},
  surroundings: Surroundings = {},
): Promise<RunningRunner> {
  const running = await openRunner(command, args, folder, change, surroundings)
  onTestFinished(running.stop)
  return running
}

/** The same, until it is stopped: for more than one test, and for tests that run beside each other. */
export async function openRunner(
  command: string,
  args: readonly string[],
  folder: string,
  change: ManifestChange = {},
  { provider = noneProvider, waitMs = WAIT_MS }: Surroundings = {},
): Promise<RunningRunner> {
  const place = await openRelayPlace(PROTOCOL, waitMs)
  const { path: workspace, remove } = newFolder()
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
  void runner.start()
  const close = async (): Promise<void> => {
    await runner.stop()
    place.close()
    remove()
  }
  const roster = await testRoster()
  let end: RelayEnd
  try {
    end = await place.connection()
    await end.welcome(store.spool.acked)
  } catch (error) {
    await close()
    throw error
  }
  end.send({ t: 'roster', entries: roster.entries })
  const arrived = new ArrivedEvents(end, waitMs)
  let cmdSeq = 0
  let stopped: Promise<void> | null = null

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
        const event = await arrived.at(at)
        const report = event.type === 'report' ? KnownReport.safeParse(event.report) : null
        if (report?.success === true && fits(report.data)) return report.data
      }
    },
    events: () => arrived.all,
    blob: (sha256) => store.blobs.read(sha256),
    stop() {
      // Nobody acknowledges what is left: the runner need not wait for it.
      end.socket.terminate()
      stopped ??= close()
      return stopped
    },
  }
  return running
}

/** The events of a runner, in the order in which they came. */
class ArrivedEvents {
  readonly all: StreamEvent[] = []
  readonly #waitMs: number
  #more: Promise<void>

  constructor(relay: RelayEnd, waitMs: number) {
    this.#waitMs = waitMs
    this.#more = this.#next(relay)
  }

  /** The event at a place, once it is there. @throws Error where nothing comes for too long */
  async at(place: number): Promise<StreamEvent> {
    for (;;) {
      const event = this.all[place]
      if (event !== undefined) return event
      await within(this.#waitMs, this.#more, 'events')
    }
  }

  async #next(relay: RelayEnd): Promise<void> {
    this.all.push(...(await relay.next('events', Infinity)).events)
    this.#more = this.#next(relay)
  }
}
