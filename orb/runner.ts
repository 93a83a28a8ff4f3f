import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../shared/ids.ts'
import type { Welcome } from '../shared/link/messages.ts'
import type { AdapterManifest } from './adapters/manifest.ts'
import { ApprovalBook } from './approvals/approval-book.ts'
import { ApprovalIntake } from './approvals/intake.ts'
import { CommandBook } from './commands/command-book.ts'
import { CommandExecutor, type Done } from './commands/executor.ts'
import { sentenceOf } from './harness/error-sentence.ts'
import { Harness, type LiveHarness } from './harness/harness.ts'
import { orbAdapter } from './harness/orb-adapter.ts'
import { ProcessBook } from './harness/orphans.ts'
import type { Launch, Provider } from './harness/provider.ts'
import { BlobUpload } from './link/blob-upload.ts'
import type { LinkEnd } from './link/endings.ts'
import { OrbLink } from './link/orb-link.ts'
import { OrbStatus } from './orb-status.ts'
import { recover } from './recovery.ts'
import { RosterFollower } from './roster/roster-follower.ts'
import type { OrbStore } from './spool/orb-store.ts'
import { ReadGate } from './spool/read-gate.ts'
import { UNACKED_BYTES } from './spool/spool.ts'
import type { Prompt } from './threads/run.ts'
import { RunBook } from './threads/run-book.ts'
import { SessionMemory } from './threads/session-memory.ts'
import { SessionSettings } from './threads/session-settings.ts'
import { Sessions } from './threads/sessions.ts'
import { changeSetting } from './threads/setting-changes.ts'
import { Strangers } from './threads/strangers.ts'
import { ThreadBook } from './threads/thread-book.ts'
import { ThreadSet } from './threads/thread-set.ts'
import { TurnLane } from './threads/turn-lane.ts'
import { HarnessUpdates } from './threads/updates.ts'
import { workspaceReport } from './workspace/git.ts'

/** What a runner that ends waits for its last events to reach the relay. */
const DRAIN_MS = 1500

/** What a runner is started with. */
export interface RunnerOptions {
  /** True for an orb beside its relay: it believes the first roster that it is shown, and says so. */
  readonly firstUse: boolean
  /** `ws://host:port`. */
  readonly relayUrl: string
  readonly title: string
  readonly provider: Provider
  /** How the harness is driven. */
  readonly manifest: AdapterManifest
  /** Where and how programs of the orb are run; git is, too. */
  readonly launch: Launch
  /** The launch of the harness, asked for at each start: files are written then, and fresh secrets made. */
  readonly launchFor: () => Promise<Launch>
  /** Why what runs inside the orb can answer its agent's questions in a person's place; null: it cannot. */
  readonly answeredFromInside: string | null
  /** Given once in the life of the state folder. */
  readonly firstPrompt: Prompt | null
  readonly log: (sentence: string) => void
  /** The relay refuses this runner for good. */
  readonly onEnd: (end: LinkEnd) => void
}

/**
 * The process beside a harness: it starts the harness, keeps everything that happens on its own disk, and talks to the
 * relay over one outbound link. The harness never waits for the relay, and never dies with it.
 */
export class Runner {
  readonly #store: OrbStore
  readonly #options: RunnerOptions
  readonly #status: OrbStatus
  readonly #processes: ProcessBook
  readonly #harness: Harness
  readonly #approvals: ApprovalBook
  readonly #intake: ApprovalIntake
  readonly #commands: CommandBook
  readonly #roster: RosterFollower
  readonly #runs: RunBook
  readonly #threads: ThreadBook
  readonly #set: ThreadSet
  readonly #settings: SessionSettings
  readonly #sessions: Sessions
  readonly #memory: SessionMemory
  readonly #updates: HarnessUpdates
  readonly #executor: CommandExecutor
  readonly #link: OrbLink
  readonly #uploads: BlobUpload
  readonly #gate = new ReadGate()
  #live: LiveHarness | null = null
  #noise = 0
  #noiseTold = 0

  constructor(store: OrbStore, options: RunnerOptions) {
    const { db, journal, spool, report, keepFor, identity, generation, roster, enrolment } = store
    const { orbId } = identity
    const { account, isolation } = options.provider
    this.#store = store
    this.#options = options
    const { manifest } = options
    this.#status = new OrbStatus(
      {
        title: options.title,
        isolation,
        account,
        workspace: options.launch.cwd,
        roster: () => roster.view,
        adapter: (version) => orbAdapter(manifest, version),
        asking: () => this.#settings.asking,
        answeredFromInside: options.answeredFromInside,
      },
      report,
    )
    this.#processes = new ProcessBook(db, journal)
    this.#approvals = new ApprovalBook(db, journal, report)
    this.#commands = new CommandBook(db, journal, report)
    this.#roster = new RosterFollower(roster, options.log)
    this.#runs = new RunBook(db, journal, report)
    this.#threads = new ThreadBook(db, journal, report)
    this.#memory = new SessionMemory(db, journal)
    this.#harness = this.#makeHarness()
    this.#settings = new SessionSettings({
      manifest,
      threads: this.#threads,
      say: (threadId, text, level) => this.#set.get(threadId)?.say(text, level),
      onAsking: () => this.#status.askingChanged(),
    })
    this.#sessions = new Sessions({
      harness: this.#harness,
      manifest,
      threads: this.#threads,
      settings: this.#settings,
      memory: this.#memory,
      cwd: options.launch.cwd,
      onMissing: (threadId, sentence) => this.#set.get(threadId)?.say(sentence, 'warning'),
      onAdopted: (threadId, replay) => this.#updates.show(threadId, replay),
    })
    this.#set = new ThreadSet(store, this.#threads, {
      harness: this.#harness,
      sessions: this.#sessions,
      commands: this.#commands,
      approvals: this.#approvals,
      runs: this.#runs,
      keepFor,
      takeNoise: () => this.#takeNoise(),
      onChange: (ended) => this.#onRunChange(ended),
      memory: this.#memory,
      onTurnEnded: (threadId) => this.#intake.turnEnded(threadId),
      prompts: manifest.prompt,
      plan: manifest.plan,
      lane: manifest.prompt.sessions === 'one-at-a-time' ? new TurnLane() : null,
    })
    const strangers = new Strangers(this.#set)
    this.#intake = new ApprovalIntake({
      orbId,
      generation,
      book: this.#approvals,
      keepFor,
      report,
      threadOf: (sessionId) =>
        sessionId === null
          ? this.#set.forStranger()
          : (this.#set.ofSession(sessionId) ?? strangers.threadOf(sessionId)),
      permissions: manifest.permissions,
    })
    this.#updates = new HarnessUpdates({
      manifest,
      threads: this.#threads,
      set: this.#set,
      sessions: this.#sessions,
      settings: this.#settings,
      intake: this.#intake,
      memory: this.#memory,
      strangers,
    })
    const changes = {
      orbId,
      generation,
      threads: this.#threads,
      sessions: this.#sessions,
      settings: this.#settings,
      approvals: this.#approvals,
    }
    this.#executor = new CommandExecutor({
      orbId,
      generation,
      account,
      roster,
      book: this.#commands,
      approvals: this.#approvals,
      intake: this.#intake,
      threads: this.#threads,
      runsOf: (threadId) => this.#set.get(threadId),
      allRuns: () => this.#set.all(),
      report,
      newThread: (threadId, title, sessionId) => this.#newThread(threadId, title, sessionId),
      setThread: (threadId, setting) => changeSetting(changes, threadId, setting),
      restartHarness: () => this.#restartHarness(),
    })
    this.#uploads = new BlobUpload(store.blobs, options.relayUrl, orbId)
    this.#link = new OrbLink({
      relayUrl: options.relayUrl,
      identity,
      generation,
      title: options.title,
      spool,
      journal,
      facts: store.facts,
      enrolment: () => enrolment.toShow,
      rosterHead: () => roster.head,
      openApprovals: () => this.#approvals.ids(),
      finishedCmdSeq: () => this.#commands.finishedCmdSeq(),
      onCommand: (command) => this.#executor.receive(command),
      onUnknownCommand: (commandId, cmdSeq) => this.#commands.refuseUnknown(commandId, cmdSeq),
      onRoster: (entries) => void this.#roster.take(entries),
      onUnknownRoster: () => this.#roster.unreadable(),
      onWelcome: (welcome) => this.#onWelcome(welcome),
      onDown: () => this.#uploads.use(null),
      onEnd: (end) => this.#onLinkEnd(end),
      log: options.log,
    })
    roster.onChange(() => this.#status.rosterChanged())
    journal.onCommit(() => {
      this.#uploads.wake()
      this.#watchRoom()
    })
    journal.onTrouble((reason) => {
      this.#gate.hold('disk', reason !== null)
      options.log(
        reason === null
          ? 'The disk takes events again: the agent goes on.'
          : `The disk takes nothing more (${reason}). The agent waits, and nothing is lost. Make room.`,
      )
    })
  }

  /**
   * Ends what an earlier runner left, says what became of it, and begins.
   * @throws PerigeeError `unpaired` where nobody said whom to believe
   */
  async start(): Promise<void> {
    this.#roster.begin(this.#options.firstUse)
    const orphans = await this.#processes.endOrphans()
    if (orphans > 0) this.#options.log('An agent that an earlier runner had left running was ended.')
    // When the harness last wrote to these sessions nobody knows.
    for (const { threadId } of this.#runs.left()) this.#sessions.used(threadId)
    recover(this.#store, this.#approvals, this.#commands, this.#runs)
    const main = this.#threads.all()[0] ?? this.#threads.add(newId(), null)
    this.#status.starting()
    this.#store.journal.commit()
    this.#link.start()
    for (const command of this.#commands.waiting()) this.#executor.execute(command)
    void this.#reportWorkspace()
    const { firstPrompt } = this.#options
    if (firstPrompt !== null && this.#store.facts.get('first-prompt') === null) {
      this.#store.facts.set('first-prompt', 'given')
      this.#set.get(main.threadId)?.enqueue(firstPrompt)
    } else await this.#sessions.ready(main.threadId).catch((error: unknown) => this.#startFailed(error))
  }

  /** Ends the harness, gives the relay a moment to get what is left, and closes everything. */
  async stop(): Promise<void> {
    for (const runs of this.#set.all()) runs.forgetWaiting()
    this.#sessions.close()
    await this.#harness.close('The runner was stopped, and the agent with it.')
    await Promise.all(this.#set.all().map((runs) => runs.untilIdle()))
    this.#threads.flush()
    this.#status.stopped()
    this.#store.journal.commit()
    for (const until = Date.now() + DRAIN_MS; this.#link.isUp && !this.#link.drained && Date.now() < until;)
      await sleep(20)
    this.#uploads.stop()
    await this.#link.stop()
    this.#store.close()
  }

  #makeHarness(): Harness {
    const { provider, manifest, launchFor, log } = this.#options
    return new Harness(
      { manifest, provider, launchFor },
      this.#processes,
      {
        onUpdate: (sessionId, update) => this.#updates.take(sessionId, update),
        onRequest: (request) => this.#intake.take(request),
        onWithdraw: (requestId) => this.#intake.withdraw(requestId),
        onElicitationComplete: (elicitationId) => this.#intake.elicitationComplete(elicitationId),
        onTrouble: (error) => log(`Something that the agent said could not be handled: ${String(error)}`),
        onNoise: (lines) => (this.#noise += lines),
        mayRead: () => this.#gate.wait(),
      },
      {
        onStarting: () => this.#status.starting(),
        onReady: (live) => {
          this.#live = live
          this.#status.ready(live.facts)
          log(`${live.facts.name} ${live.facts.version} is ready.`)
        },
        onGone: (sentence, asked) => {
          for (const { request } of this.#approvals.all()) {
            this.#approvals.end(request.approvalId, 'void', 'The agent that asked has ended.')
          }
          this.#sessions.gone(this.#live)
          if (!asked) this.#status.gone(sentence)
          if (sentence !== '') log(sentence)
        },
        onFailed: (error) => this.#startFailed(error),
      },
    )
  }

  async #newThread(threadId: string, title: string | null, sessionId: string | null): Promise<Done> {
    const applied: Done = { is: 'applied', message: null }
    if (this.#threads.get(threadId) !== null) return applied
    const taken = sessionId === null ? null : this.#threads.ofSession(sessionId)
    if (taken !== null) {
      const message = 'Another thread of this orb is in that session already. Go on there.'
      return { is: 'refused', message }
    }
    this.#threads.add(threadId, title)
    if (sessionId === null) {
      // A session that cannot be opened now is tried again with the first prompt.
      void this.#sessions.ready(threadId).catch((error: unknown) => this.#options.log(sentenceOf(error)))
      return applied
    }
    try {
      await this.#sessions.adopt(threadId, sessionId)
      return applied
    } catch (error) {
      const message = sentenceOf(error)
      this.#set.get(threadId)?.say(message, 'error')
      return { is: 'refused', message }
    }
  }

  async #restartHarness(): Promise<void> {
    await this.#harness.stop('The agent was restarted.')
    await this.#harness.live()
  }

  #startFailed(error: unknown): void {
    const message = sentenceOf(error)
    if (this.#status.failed(message)) this.#options.log(message)
  }

  #onRunChange(ended: boolean): void {
    this.#status.running(this.#set.running().length)
    if (ended) void this.#reportWorkspace()
  }

  async #reportWorkspace(): Promise<void> {
    const report = await workspaceReport(this.#options.launch, this.#options.provider)
    if (report !== null && this.#store.db.open) this.#store.report(report)
  }

  #takeNoise(): number {
    const lines = this.#noise - this.#noiseTold
    this.#noiseTold = this.#noise
    return lines
  }

  /** Stops reading the harness while the relay is away for so long that the spool is full. */
  #watchRoom(): void {
    const full = this.#store.spool.unackedBytes >= UNACKED_BYTES
    if (!this.#gate.hold('spool', full)) return
    const message = 'The relay has not taken 1 GiB of events. The agent waits, and nothing is lost.'
    this.#status.held(full ? message : null)
    this.#options.log(full ? message : 'The relay takes events again: the agent goes on.')
  }

  #onWelcome({ blobTicket, roster }: Welcome): void {
    this.#uploads.use(blobTicket)
    this.#store.enrolment.used()
    this.#roster.shown(roster)
  }

  #onLinkEnd(end: LinkEnd): void {
    if (end.fenced) this.#store.facts.set('fenced', String(Date.now()))
    this.#options.onEnd(end)
  }
}
