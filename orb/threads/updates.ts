import type { AdapterManifest } from '../adapters/manifest.ts'
import type { ApprovalIntake } from '../approvals/intake.ts'
import type { JsonObject } from '../harness/json-rpc.ts'
import { isFinished } from '../transcripts/tool-call.ts'
import type { Replay } from './replay.ts'
import type { SessionMemory } from './session-memory.ts'
import type { SessionSettings } from './session-settings.ts'
import type { Sessions } from './sessions.ts'
import type { Strangers } from './strangers.ts'
import type { ThreadBook } from './thread-book.ts'
import { metaOfUpdate, NO_META } from './thread-meta.ts'
import type { ThreadRuns } from './thread-runs.ts'
import type { ThreadSet } from './thread-set.ts'

/** What updates act on. */
export interface UpdateTools {
  readonly manifest: AdapterManifest
  readonly threads: ThreadBook
  readonly set: ThreadSet
  readonly sessions: Sessions
  readonly settings: SessionSettings
  readonly intake: ApprovalIntake
  readonly memory: SessionMemory
  readonly strangers: Strangers
}

/** Brings what a harness says to the thread that it is about. */
export class HarnessUpdates {
  readonly #tools: UpdateTools

  constructor(tools: UpdateTools) {
    this.#tools = tools
  }

  /** Takes an update of a session. */
  take(sessionId: string, update: JsonObject): void {
    const { threads, set, sessions, memory, strangers } = this.#tools
    const replayed = sessions.takeReplayed(sessionId, update)
    const threadId = threads.ofSession(sessionId)?.threadId ?? null
    if (threadId !== null && this.#takeMeta(threadId, update)) return
    if (replayed) return
    const runs = threadId === null ? null : set.get(threadId)
    if (runs !== null) {
      runs.current?.output.take(update)
      this.#write(runs, update)
      const { toolCallId, status } = update
      if (status === 'completed' && typeof toolCallId === 'string') memory.called(sessionId, toolCallId)
      return
    }
    if (metaOfUpdate(NO_META, update, this.#tools.manifest.asking) !== null) return
    const asked = strangers.updated(sessionId, update)
    if (asked !== null) this.#write(asked, update)
  }

  /** Shows what a harness tells of a session that was taken up from elsewhere. */
  show(threadId: string, replay: Replay): void {
    const runs = this.#tools.set.get(threadId)
    if (runs === null) return
    const told = replay.kept.length === 0 ? ' The agent tells nothing of it.' : ''
    runs.say(`Taken up from the agent's own record; what follows is what it tells.${told}`, 'info')
    for (const update of replay.kept) {
      if (!this.#takeMeta(threadId, update)) runs.write(runs.fold.apply(update))
    }
    // What still ran when it was told will never end.
    runs.write(runs.fold.endRun('interrupted'))
    if (replay.cut) runs.say('The agent told more than can be shown here.', 'warning')
    runs.say('The end of what the agent told. From here on this is its own record no more.', 'info')
  }

  /** True for an update that is about the thread as a whole. */
  #takeMeta(threadId: string, update: JsonObject): boolean {
    const { threads, settings, manifest } = this.#tools
    const before = threads.get(threadId)?.meta ?? NO_META
    const meta = metaOfUpdate(before, update, manifest.asking)
    if (meta === null) return false
    threads.change(threadId, { meta })
    if (meta.modes !== before.modes || meta.options !== before.options) settings.heard(threadId)
    return true
  }

  #write(runs: ThreadRuns, update: JsonObject): void {
    runs.write(runs.fold.apply(update))
    const { toolCallId } = update
    if (typeof toolCallId !== 'string') return
    const status = runs.fold.toolCall(toolCallId)?.status ?? ''
    if (isFinished(status)) runs.writer.flush()
    this.#tools.intake.callUpdated(runs.threadId, toolCallId, status, update)
  }
}
