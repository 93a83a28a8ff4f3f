import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../shared/ids.ts'
import type { Welcome } from '../shared/link/messages.ts'
import type { AdapterManifest } from './adapters/manifest.ts'
import { ApprovalBook } from './approvals/approval-book.ts'
import { CommandBook } from './commands/command-book.ts'
import { CommandExecutor } from './commands/executor.ts'
import { sentenceOf } from './harness/error-sentence.ts'
import { Harness, type LiveHarness } from './harness/harness.ts'
import { orbAdapter } from './harness/orb-adapter.ts'
import { ProcessBook } from './harness/orphans.ts'
import type { Launch, Provider } from './harness/provider.ts'
import { AttachmentFetch } from './link/attachments.ts'
import { BlobUpload } from './link/blob-upload.ts'
import type { LinkEnd } from './link/endings.ts'
import { OrbLink } from './link/orb-link.ts'
import { ReadAnswers } from './reads/read-answers.ts'
import { OrbStatus } from './orb-status.ts'
import { recover } from './recovery.ts'
import { RosterFollower } from './roster/roster-follower.ts'
import type { OrbStore } from './spool/orb-store.ts'
import { ReadGate } from './spool/read-gate.ts'
import { UNACKED_BYTES } from './spool/spool.ts'
import type { Prompt } from './threads/run.ts'
import { OrbThreads } from './threads/orb-threads.ts'
import { RunBook } from './threads/run-book.ts'
import { writeAttached } from './workspace/attached-files.ts'
import { openWorkspace } from './workspace/open-workspace.ts'
import { workspaceReport } from './workspace/report.ts'

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
  readonly #commands: CommandBook
  readonly #roster: RosterFollower
  readonly #runs: RunBook
  readonly #threads: OrbThreads
  readonly #executor: CommandExecutor
  readonly #link: OrbLink
  readonly #uploads: BlobUpload
  readonly #attachments: AttachmentFetch
  readonly #reads: ReadAnswers
  readonly #gate = new ReadGate()
  #live: LiveHarness | null = null
  #noise = 0
  #noiseTold = 0

  constructor(store: OrbStore, options: RunnerOptions) {
    const { db, journal, spool, report, identity, generation, roster, enrolment } = store
    const { orbId } = identity
    const { account, isolation } = options.provider
    this.#store = store
    this.#options = options
    const { manifest } = options
    const { cwd } = options.launch
    this.#status = new OrbStatus(
      {
        title: options.title,
        isolation,
        account,
        workspace: cwd,
        roster: () => roster.view,
        adapter: (version) => orbAdapter(manifest, version),
        asking: () => this.#threads.settings.asking,
        answeredFromInside: options.answeredFromInside,
      },
      report,
    )
    const opened = openWorkspace(options.launch, options.provider, dirname(db.name))
    this.#processes = new ProcessBook(db, journal)
    this.#approvals = new ApprovalBook(db, journal, report)
    this.#commands = new CommandBook(db, journal, report)
    this.#roster = new RosterFollower(roster, options.log)
    this.#runs = new RunBook(db, journal, report)
    this.#harness = this.#makeHarness()
    this.#threads = new OrbThreads({
      store,
      manifest,
      cwd,
      harness: this.#harness,
      approvals: this.#approvals,
      commands: this.#commands,
      runs: this.#runs,
      snapshots: opened.snapshots,
      attachments: {
        fetch: (attachment) => this.#attachments.fetch(attachment),
        write: (attachment, bytes) => writeAttached(options.launch, options.provider, attachment, bytes),
      },
      takeNoise: () => this.#takeNoise(),
      onChange: (ended) => this.#onRunChange(ended),
      onAsking: () => this.#status.askingChanged(),
      log: options.log,
    })
    const { book: threads, set, intake } = this.#threads
    this.#executor = new CommandExecutor({
      orbId,
      generation,
      account,
      roster,
      book: this.#commands,
      approvals: this.#approvals,
      intake,
      threads,
      runsOf: (threadId) => set.get(threadId),
      allRuns: () => set.all(),
      report,
      newThread: (threadId, title, sessionId) => this.#threads.begin(threadId, title, sessionId),
      setThread: (threadId, setting) => this.#threads.change(threadId, setting),
      restartHarness: () => this.#restartHarness(),
    })
    this.#uploads = new BlobUpload(store.blobs, options.relayUrl, orbId)
    this.#attachments = new AttachmentFetch(options.relayUrl, orbId)
    this.#reads = new ReadAnswers(
      {
        ...opened,
        sessions: (cursor) => this.#threads.sessions.list(cursor),
      },
      options.relayUrl,
      orbId,
      (readId, reason, message) => this.#link.refuseRead(readId, reason, message),
    )
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
      onRead: (readId, read) => this.#reads.take(readId, read),
      onReadCancelled: (readId) => this.#reads.cancelled(readId),
      onWelcome: (welcome) => this.#onWelcome(welcome),
      onDown: () => this.#useTicket(null),
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
    for (const { threadId } of this.#runs.left()) this.#threads.sessions.used(threadId)
    recover(this.#store, this.#approvals, this.#commands, this.#runs)
    const main = this.#threads.book.all()[0] ?? this.#threads.book.add(newId(), null)
    this.#status.starting()
    this.#store.journal.commit()
    this.#link.start()
    for (const command of this.#commands.waiting()) this.#executor.execute(command)
    void this.#reportWorkspace()
    const { firstPrompt } = this.#options
    if (firstPrompt !== null && this.#store.facts.get('first-prompt') === null) {
      this.#store.facts.set('first-prompt', 'given')
      this.#threads.set.get(main.threadId)?.enqueue(firstPrompt)
    } else await this.#threads.sessions.ready(main.threadId).catch((error: unknown) => this.#startFailed(error))
  }

  /** Ends the harness, gives the relay a moment to get what is left, and closes everything. */
  async stop(): Promise<void> {
    for (const runs of this.#threads.set.all()) runs.forgetWaiting()
    this.#threads.sessions.close()
    await this.#harness.close('The runner was stopped, and the agent with it.')
    await Promise.all(this.#threads.set.all().map((runs) => runs.untilIdle()))
    this.#threads.book.flush()
    this.#status.stopped()
    this.#store.journal.commit()
    for (const until = Date.now() + DRAIN_MS; this.#link.isUp && !this.#link.drained && Date.now() < until;)
      await sleep(20)
    this.#uploads.stop()
    this.#reads.use(null)
    await this.#link.stop()
    this.#store.close()
  }

  #makeHarness(): Harness {
    const { provider, manifest, launchFor, log } = this.#options
    return new Harness(
      { manifest, provider, launchFor },
      this.#processes,
      {
        onUpdate: (sessionId, update) => this.#threads.updates.take(sessionId, update),
        onRequest: (request) => this.#threads.intake.take(request),
        onWithdraw: (requestId) => this.#threads.intake.withdraw(requestId),
        onElicitationComplete: (elicitationId) => this.#threads.intake.elicitationComplete(elicitationId),
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
          this.#threads.gone(this.#live)
          if (!asked) this.#status.gone(sentence)
          if (sentence !== '') log(sentence)
        },
        onFailed: (error) => this.#startFailed(error),
      },
    )
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
    this.#status.running(this.#threads.set.running().length)
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
    this.#useTicket(blobTicket)
    this.#store.enrolment.used()
    this.#roster.shown(roster)
  }

  /** Null: the link is down, and whatever goes beside it waits. */
  #useTicket(ticket: string | null): void {
    this.#uploads.use(ticket)
    this.#attachments.use(ticket)
    this.#reads.use(ticket)
  }

  #onLinkEnd(end: LinkEnd): void {
    if (end.fenced) this.#store.facts.set('fenced', String(Date.now()))
    this.#options.onEnd(end)
  }
}
