import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { newId } from '../../shared/ids.ts'
import { StopReason } from '../../shared/link/reports.ts'
import type { ApprovalBook } from '../approvals/approval-book.ts'
import type { CommandBook } from '../commands/command-book.ts'
import type { NoticeBody } from '../../shared/transcripts/bodies.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { reportedError, sentenceOf } from '../harness/error-sentence.ts'
import type { Harness } from '../harness/harness.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import type { ThreadFold } from '../transcripts/thread-fold.ts'
import type { TranscriptWriter } from '../transcripts/transcript-writer.ts'
import { userMessage } from '../transcripts/user-message.ts'
import type { Keep } from '../transcripts/fit.ts'
import { attachmentBlocks, mentionsIn, type AttachmentWays } from './prompt-blocks.ts'
import { Run, type Prompt, type RunEnd } from './run.ts'
import type { RunBook } from './run-book.ts'
import type { SessionMemory } from './session-memory.ts'
import type { ReadySession, Sessions } from './sessions.ts'
import type { TurnLane } from './turn-lane.ts'
import type { RunSnapshots } from '../workspace/run-snapshots.ts'

/** How long a harness may take to end a run that was stopped, before it is ended itself. */
const STOP_MS = 10_000
/** How often a full disk is tried again before a prompt is given to the harness. */
const DISK_MS = 500
/** What a harness whose output has ended may take to end itself. */
const GONE_MS = 10_000
/** Updates that come between runs are closed after a pause of this length. */
const LATE_MS = 500

/** What the runs of a thread work with. */
export interface RunTools {
  readonly harness: Harness
  readonly sessions: Sessions
  readonly commands: CommandBook
  readonly approvals: ApprovalBook
  readonly runs: RunBook
  /** What the workspace held before and after each run. */
  readonly snapshots: Pick<RunSnapshots, 'begin' | 'end'>
  readonly keepFor: (threadId: string) => Keep
  /** How many unusable lines came from the harness since this was last asked. */
  readonly takeNoise: () => number
  /** A run began or ended somewhere in the orb. */
  readonly onChange: (ended: boolean) => void
  readonly memory: SessionMemory
  /** The workspace. */
  readonly cwd: string
  /** The ways of the files that go with prompts. */
  readonly attachments: AttachmentWays
  /** A turn has come to its own end, before anything that is open is closed. */
  readonly onTurnEnded: (threadId: string) => void
  readonly prompts: AdapterManifest['prompt']
  /** Where the harness's plans come from. */
  readonly plan: AdapterManifest['plan']
  /** Null: turns of different threads may go on at once. */
  readonly lane: TurnLane | null
}

/** The runs of one thread, one at a time: a prompt that comes meanwhile waits for its turn here. */
export class ThreadRuns {
  readonly threadId: string
  readonly fold: ThreadFold
  readonly writer: TranscriptWriter
  readonly #tools: RunTools
  readonly #waiting: Prompt[] = []
  #run: Run | null = null
  #idle: Promise<void> = Promise.resolve()
  #late: NodeJS.Timeout | null = null

  constructor(threadId: string, fold: ThreadFold, writer: TranscriptWriter, tools: RunTools) {
    this.threadId = threadId
    this.fold = fold
    this.writer = writer
    this.#tools = tools
  }

  /** The run that goes on, or null. */
  get current(): Run | null {
    return this.#run
  }

  /** Gives the agent a task, now or when the run before it has ended. */
  enqueue(prompt: Prompt): void {
    this.#waiting.push(prompt)
    if (this.#run === null) this.#idle = this.#next()
  }

  /** The agent asks something here. */
  asked(): void {
    if (this.#run !== null) this.#run.lastAsked = Date.now()
  }

  /** Settles when no run goes on and none waits. */
  untilIdle(): Promise<void> {
    return this.#idle
  }

  /** Forgets the prompts that wait. */
  forgetWaiting(): void {
    for (const { commandId } of this.#waiting.splice(0)) {
      if (commandId !== null) this.#tools.commands.finish(commandId, 'refused', 'Stopped before it began.')
    }
  }

  /**
   * Stops the run that goes on (where `runId` is given: only that one); false where there is none. The harness is asked,
   * every question of the run is withdrawn, and a harness that does not end the run in time is ended.
   */
  async stop(runId: string | null): Promise<boolean> {
    const run = this.#run
    if (run === null || run.ended || (runId !== null && run.runId !== runId)) return false
    if (run.stopping) return true
    run.requestStop()
    const { session } = run
    if (session === null) return true
    const timer = setTimeout(() => void this.#endHarness(run), STOP_MS)
    timer.unref()
    const { approvals } = this.#tools
    // Withdrawn before the harness hears of the stop: one harness carries out an allow that comes after it.
    const answers = approvals.ofAgent(this.threadId).map((open) => approvals.withdraw(open, 'The run was stopped.'))
    await session.live.driver.cancel(session.sessionId).catch(() => {})
    await Promise.all(answers.map(async (answer) => answer?.()))
    return true
  }

  /** Tells something in this thread. */
  say(text: string, level: NoticeBody['level']): void {
    this.write(this.fold.notice(text, level))
  }

  /** Writes events that the harness's output led to. */
  write(drafts: ReturnType<ThreadFold['apply']>): void {
    this.writer.write(drafts)
    if (this.#run === null && drafts.length > 0) this.#closeLater()
  }

  async #next(): Promise<void> {
    for (let prompt = this.#waiting.shift(); prompt !== undefined; prompt = this.#waiting.shift()) {
      const run = new Run(newId(), prompt)
      this.#run = run
      this.#begin(run)
      const end = await this.#turn(run)
      await this.#finish(run, end)
      this.#run = null
      this.#tools.onChange(true)
    }
  }

  #begin(run: Run): void {
    if (this.#late !== null) clearTimeout(this.#late)
    this.#late = null
    const { text, by, commandId, attachments } = run.prompt
    this.writer.write(this.fold.endRun('end_turn'))
    this.writer.runId = run.runId
    this.fold.beginRun(text)
    this.#tools.runs.begin(this.threadId, run)
    this.writer.write([userMessage(text, by, commandId, this.#tools.keepFor(this.threadId), attachments)])
    this.#tools.onChange(false)
  }

  async #turn(run: Run): Promise<RunEnd> {
    const { lane } = this.#tools
    if (lane === null) return this.#inSession(run)
    if (lane.busy) this.say('The agent works in another thread, and takes one turn at a time. This one waits.', 'info')
    const entering = lane.enter()
    const leave = await Promise.race([entering, run.stopRequested])
    if (leave === null) {
      void entering.then((late) => late())
      return this.#stoppedEarly(run)
    }
    try {
      return await this.#inSession(run)
    } finally {
      leave()
    }
  }

  async #inSession(run: Run): Promise<RunEnd> {
    let session: ReadySession | null
    const onWait = (untilMs: number): void => {
      const seconds = Math.ceil((untilMs - Date.now()) / 1000)
      if (!run.ended) this.say(`The agent can take up this conversation in ${seconds} s. It waits until then.`, 'info')
    }
    try {
      session = await Promise.race([this.#tools.sessions.ready(this.threadId, onWait), run.stopRequested])
    } catch (error) {
      const end = await this.#endBy(error)
      this.#endCommand(run, 'undeliverable', end.message)
      return end
    }
    if (session === null || run.stopping) {
      return this.#stoppedEarly(run)
    }
    if (session.forgot) {
      const text =
        'The agent could not take up its earlier conversation. It starts afresh and knows nothing of the above.'
      this.say(text, 'warning')
    }
    let more: readonly ContentBlock[] | null
    try {
      more = await Promise.race([this.#more(run, session), run.stopRequested])
    } catch (error) {
      const end = await this.#endBy(error)
      this.#endCommand(run, 'refused', end.message)
      return end
    }
    if (more === null) return this.#stoppedEarly(run)
    // Before anything is promised of the prompt: the agent writes as soon as it has it.
    await Promise.race([this.#tools.snapshots.begin(run.runId), run.stopRequested])
    return this.#prompt(run, session, more)
  }

  /** What goes with the text of a prompt: files of the workspace that it mentions, and the ones that were attached. */
  async #more({ prompt }: Run, { live }: ReadySession): Promise<ContentBlock[]> {
    const { cwd, attachments } = this.#tools
    const mentions = await mentionsIn(prompt.text, cwd)
    return [...mentions, ...(await attachmentBlocks(prompt.attachments, live.facts.takes, cwd, attachments))]
  }

  async #prompt(run: Run, session: ReadySession, more: readonly ContentBlock[]): Promise<RunEnd> {
    const { commandId, text } = run.prompt
    const { commands, sessions, memory } = this.#tools
    while (commandId !== null && !commands.intend(commandId)) await sleep(DISK_MS)
    if (run.stopping) return this.#stoppedEarly(run)
    run.session = session
    sessions.used(this.threadId)
    const written = (): void => {
      this.#endCommand(run, 'applied', null)
      memory.prompted(session.sessionId, text)
    }
    try {
      const answer = await session.live.driver.prompt(session.sessionId, text, written, more)
      if (run.stopping) return { stopReason: 'cancelled', message: null }
      return this.#endOf(run, answer)
    } catch (error) {
      const end = await this.#endBy(error)
      return run.stopping ? { stopReason: 'cancelled', message: null } : end
    } finally {
      sessions.used(this.threadId)
    }
  }

  /** How a run ends by the answer to its prompt. */
  #endOf(run: Run, answer: JsonObject): RunEnd {
    const known = StopReason.safeParse(answer['stopReason'])
    if (!known.success) {
      const message = 'The agent ended the run in a way that this version does not know.'
      return { stopReason: 'failed', message }
    }
    const { text } = run.prompt
    // A command of the harness itself takes no model, and answers in the same way.
    const error = this.#tools.prompts.errors === 'text' && !text.startsWith('/') ? run.output.error(answer) : null
    if (known.data === 'end_turn' && error !== null) return { stopReason: 'failed', message: reportedError(error) }
    if (known.data === 'end_turn') this.#tools.onTurnEnded(this.threadId)
    return { stopReason: known.data, message: null }
  }

  #stoppedEarly(run: Run): RunEnd {
    this.#endCommand(run, 'refused', 'Stopped before it began.')
    return { stopReason: 'cancelled', message: null }
  }

  /** How a run ends by an error: one that the harness reported, or the end of the harness. */
  async #endBy(error: unknown): Promise<RunEnd> {
    if (error instanceof PerigeeError) {
      return { stopReason: 'failed', message: sentenceOf(error) }
    }
    const late = sleep(GONE_MS, null, { ref: false })
    const sentence = await Promise.race([this.#tools.harness.whenGone(), late])
    return { stopReason: 'interrupted', message: sentence ?? sentenceOf(error) }
  }

  async #finish(run: Run, end: RunEnd): Promise<void> {
    run.ended = true
    const { approvals, runs, snapshots } = this.#tools
    for (const { request } of approvals.ofAgent(this.threadId)) {
      approvals.end(request.approvalId, 'withdrawn', 'The run ended without an answer.')
    }
    this.writer.write(this.fold.endRun(end.stopReason))
    if (end.message !== null) this.say(end.message, 'error')
    const noise = this.#tools.takeNoise()
    if (noise > 0) {
      const text = `The agent wrote ${noise} ${noise === 1 ? 'line' : 'lines'} that could not be read. They were left out.`
      this.writer.write(this.fold.notice(text, 'warning'))
    }
    this.#endCommand(run, 'unknown', 'The agent ended before it was certain that it had the prompt.')
    this.writer.flush()
    const changes = await snapshots.end(run.runId)
    // What came meanwhile is closed, too.
    this.writer.write(this.fold.endRun(end.stopReason))
    this.writer.flush()
    runs.end({ runId: run.runId, threadId: this.threadId, commandId: run.prompt.commandId }, end, changes)
    this.writer.runId = null
  }

  async #endHarness(run: Run): Promise<void> {
    if (run.ended) return
    this.writer.write(this.fold.notice('The agent did not stop when asked, and was ended.', 'warning'))
    await this.#tools.harness.kill('The agent did not stop when asked, and was ended.')
  }

  #endCommand(run: Run, end: 'applied' | 'refused' | 'undeliverable' | 'unknown', message: string | null): void {
    if (run.prompt.commandId !== null) this.#tools.commands.finish(run.prompt.commandId, end, message)
  }

  #closeLater(): void {
    if (this.#late !== null) clearTimeout(this.#late)
    this.#late = setTimeout(() => {
      this.#late = null
      if (this.#run === null) this.writer.write(this.fold.endRun('end_turn'))
    }, LATE_MS)
  }
}
