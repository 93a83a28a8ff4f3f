import type { JsonObject } from '../harness/json-rpc.ts'
import type { ThreadRuns } from './thread-runs.ts'
import type { ThreadSet } from './thread-set.ts'

/** Sessions that are told of; a harness could make up any number of them. */
const TOLD = 1000

/**
 * Sessions of the harness that are no thread's: those of subagents. What they ask reaches a person in the thread that
 * most likely brought it about; what else they say is not shown, which is told once for each.
 */
export class Strangers {
  readonly #set: ThreadSet
  readonly #threads = new Map<string, ThreadRuns>()
  readonly #told = new Set<string>()

  constructor(set: ThreadSet) {
    this.#set = set
  }

  /** The thread in which what a session asks is shown; null where there is none at all. */
  threadOf(sessionId: string): ThreadRuns | null {
    const thread = this.#set.forStranger()
    if (thread === null) return null
    if (this.#threads.size < TOLD) this.#threads.set(sessionId, thread)
    const text = 'This is asked by another session of the agent: one of its subagents, perhaps.'
    if (this.#tell(`asks ${sessionId}`)) thread.say(text, 'info')
    return thread
  }

  /** Takes an update of a session; gives the thread that it belongs to, as far as it is about a call that was asked about there. */
  updated(sessionId: string, update: JsonObject): ThreadRuns | null {
    const thread = this.#threads.get(sessionId) ?? null
    const { toolCallId } = update
    if (thread !== null && typeof toolCallId === 'string' && thread.fold.toolCall(toolCallId) !== null) return thread
    if (this.#tell(`says ${sessionId}`)) {
      const text =
        'Another session of the agent works, too: one of its subagents, perhaps. What it says is not shown; what it asks is.'
      this.#set.forStranger()?.say(text, 'info')
    }
    return null
  }

  #tell(what: string): boolean {
    if (this.#told.has(what) || this.#told.size >= TOLD) return false
    this.#told.add(what)
    return true
  }
}
