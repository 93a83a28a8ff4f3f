import type * as Y from 'yjs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../../shared/ids.ts'
import { roomName } from '../../shared/rooms/names.ts'
import type { ApprovalView, ThreadView } from '../../shared/rooms/content.ts'
import { readFleetRoom, readOrbRoom, type OrbRoom } from '../support/room-content.ts'
import type { SignedIn } from '../support/relay-people.ts'
import { openRoom, type RoomReader } from '../support/room-reader.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'
import { startRunnerProcess, type RunnerProcess } from '../support/runner-process.ts'
import { agentJournal, type AgentJournal } from './agent-journal.ts'
import { openLedgerFile, type LedgerFile } from './ledger-file.ts'
import { patientDevice, type Asked, type PatientDevice } from './patient-device.ts'
import { openSpoolFile, type SpoolFile } from './spool-file.ts'
import { watchTexts, type TextWatch } from './text-watch.ts'

/** The orb's name, and its folder's. */
export const ORB_NAME = 'kill'
/** The agent replays a thread's past when it comes back; a long one would only make the rounds slower. */
const ROUNDS_PER_THREAD = 8

/** What became of a prompt. */
export type PromptEnd =
  | { readonly end: 'run'; readonly run: NonNullable<ThreadView['run']> }
  | { readonly end: 'command'; readonly state: string; readonly message: string | null }

/** A relay, a runner and the scripted agent as processes of their own, and one device that reads and asks. */
export class Stage {
  readonly state: string
  readonly orbId: string
  readonly device: PatientDevice
  readonly relay: RelayProcess
  readonly agent: AgentJournal
  readonly orbRoom: RoomReader
  readonly #owner: SignedIn
  #runner: RunnerProcess
  #threadId = ''
  #threadRoom: RoomReader | null = null
  #texts: TextWatch | null = null
  #round = 0

  private constructor(parts: {
    state: string
    relay: RelayProcess
    runner: RunnerProcess
    owner: SignedIn
    orbId: string
  }) {
    this.state = parts.state
    this.relay = parts.relay
    this.#runner = parts.runner
    this.#owner = parts.owner
    this.orbId = parts.orbId
    this.device = patientDevice(parts.relay.url, parts.owner)
    this.agent = agentJournal(agentStore(parts.state))
    this.orbRoom = this.openRoom(roomName('orb', parts.orbId))
  }

  /** Starts everything in a folder of its own. */
  static async start(): Promise<Stage> {
    const relay = await startRelayProcess()
    const { state } = relay
    await mkdir(join(state, 'workspace'))
    const owner = await relay.owner()
    const runner = await startRunner(relay)
    const fleet = openRoom({ relayUrl: relay.url, name: roomName('fleet', owner.person.personId), device: owner })
    const orbId = await fleet.until(
      (doc) => [...readFleetRoom(doc).values()].find((orb) => orb.awaySince === null)?.orbId,
      'the orb',
    )
    fleet.close()
    return new Stage({ state, relay, runner, owner, orbId })
  }

  get runner(): RunnerProcess {
    return this.#runner
  }

  get threadId(): string {
    return this.#threadId
  }

  get threadRoom(): RoomReader {
    if (this.#threadRoom === null) throw new Error('No round has begun')
    return this.#threadRoom
  }

  /** What a reader was shown of texts that were still being written. */
  get texts(): TextWatch {
    if (this.#texts === null) throw new Error('No round has begun')
    return this.#texts
  }

  /** Makes ready for a round: now and then a new thread, always a reader of it. */
  async beginRound(): Promise<void> {
    if (this.#round++ % ROUNDS_PER_THREAD === 0) await this.beginThread()
  }

  /** Goes on in a new thread. The relay shows it once it is asked for: the runner may not have it yet. */
  async beginThread(): Promise<void> {
    this.#threadRoom?.close()
    this.#threadId = await this.newThread()
    this.#threadRoom = this.openRoom(roomName('thread', this.#threadId))
    this.#texts = watchTexts(this.#threadRoom)
  }

  /** Begins a thread; gives its id once the orb's room shows it. */
  async newThread(): Promise<string> {
    const threadId = newId()
    const answer = await this.device.command(this.orbId, { kind: 'thread.new', threadId, title: null }).answer
    if (answer.outcome !== 'recorded') throw new Error(`A new thread: ${JSON.stringify(answer)}`)
    await this.orbRoom.until((doc) => readOrbRoom(doc).threads.get(threadId), 'the new thread')
    return threadId
  }

  /** Another viewer of a room, with nothing in its hands. */
  openRoom(name: string): RoomReader {
    return openRoom({ relayUrl: this.relay.url, name, device: this.#owner })
  }

  /** Gives the agent a script. `end` is awaited by the orb's room, through any crash. */
  prompt(text: string, threadId = this.#threadId): Asked<unknown> & { readonly end: Promise<PromptEnd> } {
    const before = this.#orb()?.threads.get(threadId)?.run?.runId ?? null
    const { id, answer } = this.device.command(this.orbId, { kind: 'prompt', threadId, text })
    const ended = (doc: Y.Doc): PromptEnd | null => {
      const { threads, commands } = readOrbRoom(doc)
      const run = threads.get(threadId)?.run ?? null
      if (run !== null && run.runId !== before && run.state === 'ended') return { end: 'run', run }
      const command = commands.get(id)
      if (command === undefined || !STUCK.has(command.state)) return null
      return { end: 'command', state: command.state, message: command.message }
    }
    const end = answer.then((recorded) => {
      if (recorded.outcome !== 'recorded') throw new Error(`A prompt: ${JSON.stringify(recorded)}`)
      return this.orbRoom.until(ended, 'the end of the run')
    })
    // A round that fails before it waits for this says its own reason.
    end.catch(() => {})
    return { id, answer, end }
  }

  /** The approval that the present thread waits for. */
  async pending(): Promise<ApprovalView> {
    return this.orbRoom.until(
      (doc) => [...readOrbRoom(doc).approvals.values()].find((one) => this.#waits(one)),
      'a pending approval',
    )
  }

  /** Starts the relay on the same files and port; resolves once the reader of the orb's room has a document of this life. */
  async restartRelay(): Promise<void> {
    const ended = this.#orb()?.meta.incarnation
    await this.relay.restart()
    await this.orbRoom.until(
      (doc) => readOrbRoom(doc).meta.incarnation !== ended || null,
      'a new incarnation of the room',
    )
  }

  /** Starts the runner on the same files. */
  async restartRunner(): Promise<void> {
    this.#runner = await startRunner(this.relay)
  }

  /** Reads the relay's file from outside, and lets go of it: no other process may hold it while a relay recovers. */
  ledger<T>(read: (file: LedgerFile) => T): T {
    const file = openLedgerFile(this.state)
    try {
      return read(file)
    } finally {
      file.close()
    }
  }

  /** Reads the runner's file from outside, and lets go of it. */
  spool<T>(read: (file: SpoolFile) => T): T {
    const file = openSpoolFile(this.state, ORB_NAME)
    try {
      return read(file)
    } finally {
      file.close()
    }
  }

  /** What the processes said last, for whoever has to find out why a round failed. */
  lastWords(): string {
    const tail = (text: string): string => text.trimEnd().split('\n').slice(-12).join('\n')
    return `relay:\n${tail(this.relay.log)}\nrunner:\n${tail(this.#runner.output())}`
  }

  /** Ends all processes and removes the folder. */
  async close(): Promise<void> {
    this.#threadRoom?.close()
    this.orbRoom.close()
    this.#wakeAgent()
    await this.#runner.stop()
    await this.relay.dispose()
  }

  /** A stopped agent would outlive a round that failed meanwhile. */
  #wakeAgent(): void {
    const pid = this.agent.pid()
    try {
      if (pid !== null) process.kill(pid, 'SIGCONT')
    } catch {
      // It is gone.
    }
  }

  #waits(approval: ApprovalView): boolean {
    return approval.request.threadId === this.#threadId && approval.outcome === 'pending'
  }

  #orb(): OrbRoom | null {
    return this.orbRoom.doc === null ? null : readOrbRoom(this.orbRoom.doc)
  }
}

const STUCK: ReadonlySet<string> = new Set(['refused', 'undeliverable', 'unknown'])

function agentStore(state: string): string {
  return join(state, 'agent')
}

function startRunner(relay: RelayProcess): Promise<RunnerProcess> {
  const { state } = relay
  return startRunnerProcess({
    relayUrl: relay.url,
    enrolledBy: relay,
    state,
    name: ORB_NAME,
    workspace: join(state, 'workspace'),
    agentFlags: ['--fast', '--store', agentStore(state)],
  })
}
