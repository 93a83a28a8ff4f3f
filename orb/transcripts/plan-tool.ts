import type { AdapterManifest } from '../adapters/manifest.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'

/** Calls that are remembered by id: later updates have other titles. */
const KEPT = 200

/** Plans that a harness keeps by a tool of its own and tells nowhere else. */
export class PlanTool {
  readonly #rule: AdapterManifest['plan']
  readonly #calls = new Set<string>()

  constructor(rule: AdapterManifest['plan']) {
    this.#rule = rule
  }

  /** The plan in an update of a call, in ACP's form; null where there is none. */
  planIn(update: JsonObject): JsonObject | null {
    if (this.#rule.from !== 'tool') return null
    const { tool, list, text, status } = this.#rule
    const { toolCallId, title, rawInput } = update
    if (typeof toolCallId !== 'string') return null
    if (title === tool && this.#calls.size < KEPT) this.#calls.add(toolCallId)
    if (!this.#calls.has(toolCallId) || !isObject(rawInput)) return null
    const items = rawInput[list]
    if (!Array.isArray(items)) return null
    const entries = items.filter(isObject).map((item) => ({ ...item, content: item[text], status: item[status] }))
    return { sessionUpdate: 'plan', entries }
  }

  /** A run begins: calls of earlier ones are over. */
  beginRun(): void {
    this.#calls.clear()
  }
}
