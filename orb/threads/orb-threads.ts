import type { AdapterManifest } from '../adapters/manifest.ts'
import type { ApprovalBook } from '../approvals/approval-book.ts'
import { ApprovalIntake } from '../approvals/intake.ts'
import type { CommandBook } from '../commands/command-book.ts'
import type { Done } from '../commands/executor.ts'
import { sentenceOf } from '../harness/error-sentence.ts'
import type { Harness, LiveHarness } from '../harness/harness.ts'
import type { OrbStore } from '../spool/orb-store.ts'
import type { Setting } from './asking-rules.ts'
import type { RunBook } from './run-book.ts'
import { SessionMemory } from './session-memory.ts'
import { SessionSettings, type SettingsTools } from './session-settings.ts'
import { Sessions } from './sessions.ts'
import { changeSetting } from './setting-changes.ts'
import { Strangers } from './strangers.ts'
import { ThreadBook } from './thread-book.ts'
import type { RunTools } from './thread-runs.ts'
import { ThreadSet } from './thread-set.ts'
import { TurnLane } from './turn-lane.ts'
import { HarnessUpdates } from './updates.ts'

/** What the threads of an orb work with. */
export interface OrbThreadsTools extends Pick<RunTools, 'takeNoise' | 'onChange' | 'snapshots' | 'attachments'> {
  readonly store: OrbStore
  readonly manifest: AdapterManifest
  readonly cwd: string
  readonly harness: Harness
  readonly approvals: ApprovalBook
  readonly commands: CommandBook
  readonly runs: RunBook
  /** Whether agents ask may have changed somewhere. */
  readonly onAsking: () => void
  readonly log: (sentence: string) => void
}

/** The threads of an orb, with the sessions that they are in and what is asked in them. */
export class OrbThreads {
  readonly book: ThreadBook
  readonly set: ThreadSet
  readonly sessions: Sessions
  readonly settings: SessionSettings
  readonly intake: ApprovalIntake
  readonly updates: HarnessUpdates
  readonly #tools: OrbThreadsTools

  constructor(tools: OrbThreadsTools) {
    const { store, manifest, cwd, harness, approvals, commands, runs, takeNoise, onChange, onAsking } = tools
    const { db, journal, report, keepFor, identity, generation } = store
    this.#tools = tools
    this.book = new ThreadBook(db, journal, report)
    const memory = new SessionMemory(db, journal)
    const say: SettingsTools['say'] = (threadId, text, level) => this.set.get(threadId)?.say(text, level)
    this.settings = new SessionSettings({ manifest, workspace: cwd, threads: this.book, say, onAsking })
    this.sessions = new Sessions({
      harness,
      manifest,
      threads: this.book,
      settings: this.settings,
      memory,
      cwd,
      onMissing: (threadId, sentence) => say(threadId, sentence, 'warning'),
      onAdopted: (threadId, replay) => this.updates.show(threadId, replay),
    })
    this.set = new ThreadSet(store, this.book, {
      snapshots: tools.snapshots,
      attachments: tools.attachments,
      cwd,
      harness,
      sessions: this.sessions,
      commands,
      approvals,
      runs,
      keepFor,
      takeNoise,
      onChange,
      memory,
      onTurnEnded: (threadId) => this.intake.turnEnded(threadId),
      prompts: manifest.prompt,
      plan: manifest.plan,
      lane: manifest.prompt.sessions === 'one-at-a-time' ? new TurnLane() : null,
    })
    const strangers = new Strangers(this.set)
    this.intake = new ApprovalIntake({
      orbId: identity.orbId,
      generation,
      book: approvals,
      keepFor,
      report,
      threadOf: (sessionId) =>
        sessionId === null ? this.set.forStranger() : (this.set.ofSession(sessionId) ?? strangers.threadOf(sessionId)),
      permissions: manifest.permissions,
      questions: manifest.questions,
    })
    const { book: threads, set, sessions, settings, intake } = this
    this.updates = new HarnessUpdates({ manifest, threads, set, sessions, settings, intake, memory, strangers })
  }

  /**
   * Begins a thread: with a session of the harness, by taking up that one; else its session is opened beside. Once more
   * for the same thread does what a runner that was killed meanwhile left undone.
   */
  async begin(threadId: string, title: string | null, sessionId: string | null): Promise<Done> {
    const begun = this.book.get(threadId)
    if (begun !== null && (sessionId === null || begun.sessionId !== null)) return APPLIED
    if (sessionId !== null && this.book.ofSession(sessionId) !== null) {
      const message = 'Another thread of this orb is in that session already. Go on there.'
      return { is: 'refused', message }
    }
    if (begun === null) this.book.add(threadId, title)
    if (sessionId === null) {
      // A session that cannot be opened now is tried again with the first prompt.
      void this.sessions.ready(threadId).catch((error: unknown) => this.#tools.log(sentenceOf(error)))
      return APPLIED
    }
    try {
      await this.sessions.adopt(threadId, sessionId)
      return APPLIED
    } catch (error) {
      const message = sentenceOf(error)
      this.set.get(threadId)?.say(message, 'error')
      return { is: 'refused', message }
    }
  }

  /** Changes a setting of a thread's session. */
  change(threadId: string, setting: Setting): Promise<Done> {
    const { store, approvals } = this.#tools
    const { identity, generation } = store
    const { book: threads, sessions, settings } = this
    const tools = { orbId: identity.orbId, generation, threads, sessions, settings, approvals }
    return changeSetting(tools, threadId, setting)
  }

  /** The process of the harness is gone: nothing waits for an answer any more. */
  gone(live: LiveHarness | null): void {
    const { approvals } = this.#tools
    for (const { request } of approvals.all()) {
      approvals.end(request.approvalId, 'void', 'The agent that asked has ended.')
    }
    this.sessions.gone(live)
  }
}

const APPLIED: Done = { is: 'applied', message: null }
