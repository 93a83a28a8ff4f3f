import { riskOf } from '../../shared/approvals/risk.ts'
import type { Facets } from '../../shared/link/events.ts'
import type { StopReason } from '../../shared/link/reports.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import type { EntryDraft } from './entry-draft.ts'
import { CUT, type Keep } from './fit.ts'
import { firstLine } from './text-cost.ts'
import { isDiff } from './tool-content.ts'
import { isFinished, joinToolCall, newToolCall, slimToolCall, toolCallBody, type ToolCall } from './tool-call.ts'

/** Finished calls that can still be amended by a late update. */
const FINISHED_KEPT = 100

interface TrackedCall {
  readonly entryId: string
  call: ToolCall
  /** Diffs that a permission showed; a call that ends without any of its own keeps them. */
  asked: readonly unknown[]
  /** The body as the last event left it. */
  body: Record<string, unknown>
  closed: boolean
}

/** Tool calls by the harness's id: one entry each, patched while it runs, closed with its whole body. */
export class ToolCallFold {
  readonly #options: { readonly keep: Keep; readonly newId: () => string }
  readonly #calls = new Map<string, TrackedCall>()

  constructor(options: { readonly keep: Keep; readonly newId: () => string }) {
    this.#options = options
  }

  /** What is known of a call. */
  get(toolCallId: string): ToolCall | null {
    return this.#calls.get(toolCallId)?.call ?? null
  }

  /** A call, an update of one, or the call of a permission. An update for an unknown id makes the call. */
  apply(said: JsonObject): EntryDraft[] {
    const toolCallId = said['toolCallId']
    if (typeof toolCallId !== 'string' || toolCallId === '') return []
    const known = this.#calls.get(toolCallId)
    const call = joinToolCall(known?.call ?? newToolCall(toolCallId), said)
    if (known === undefined) return this.#begin(call)
    const wasClosed = known.closed
    const told = JSON.stringify(facetsOf(known))
    known.call = call
    if (isFinished(call.status) || wasClosed) return [this.#close(known)]
    const before = known.body
    known.body = toolCallBody(withDiffs(known), CUT)
    const draft = step(known.entryId, before, known.body)
    if (draft === null) return []
    // Some harnesses announce a call by its tool's name alone and say what it does only later.
    const facets = facetsOf(known)
    return [JSON.stringify(facets) === told ? draft : { ...draft, facets }]
  }

  /**
   * A permission asks about a call. One that was never announced is made; of one that was, nothing is overwritten: what
   * a permission says of title, status and input is made for the question. Its diffs stay with the call, since some
   * harnesses show them nowhere else. Gives the call as it is asked about.
   */
  ask(said: JsonObject & { readonly toolCallId: string }): { readonly call: ToolCall; readonly drafts: EntryDraft[] } {
    const known = this.#calls.get(said.toolCallId)
    const call = joinToolCall(known?.call ?? newToolCall(said.toolCallId), said)
    if (known === undefined) return { call, drafts: this.#begin(call) }
    const asked = call.content.filter(isDiff)
    if (asked.length === 0 || known.closed) return { call, drafts: [] }
    known.asked = asked
    const before = known.body
    known.body = toolCallBody(withDiffs(known), CUT)
    const draft = step(known.entryId, before, known.body)
    return { call, drafts: draft === null ? [] : [draft] }
  }

  /** Closes every call that still runs, as what the end of the run makes of it. */
  closeAll(stopReason: StopReason): EntryDraft[] {
    const status = stopReason === 'cancelled' || stopReason === 'interrupted' ? 'cancelled' : 'failed'
    const drafts: EntryDraft[] = []
    for (const tracked of this.#calls.values()) {
      if (tracked.closed) continue
      tracked.call = { ...tracked.call, status }
      drafts.push(this.#close(tracked))
    }
    return drafts
  }

  /** Drops the oldest finished calls: a harness may reuse ids, and memory is finite. */
  forgetOld(): void {
    for (const [id, tracked] of this.#calls) {
      if (this.#calls.size <= FINISHED_KEPT) return
      if (tracked.closed) this.#calls.delete(id)
    }
  }

  #begin(call: ToolCall): EntryDraft[] {
    const tracked: TrackedCall = { entryId: this.#options.newId(), call, asked: [], body: {}, closed: false }
    this.#calls.set(call.toolCallId, tracked)
    if (this.#calls.size > 2 * FINISHED_KEPT) this.forgetOld()
    if (isFinished(call.status)) return [this.#close(tracked)]
    tracked.body = toolCallBody(call, CUT)
    return [{ entryId: tracked.entryId, op: 'patch', kind: 'tool_call', body: tracked.body, facets: facetsOf(tracked) }]
  }

  #close(tracked: TrackedCall): EntryDraft {
    tracked.closed = true
    tracked.body = toolCallBody(withDiffs(tracked), this.#options.keep)
    tracked.asked = []
    tracked.call = slimToolCall(tracked.call, tracked.body)
    return { entryId: tracked.entryId, op: 'close', kind: 'tool_call', body: tracked.body, facets: facetsOf(tracked) }
  }
}

function withDiffs(tracked: TrackedCall): ToolCall {
  const { call, asked } = tracked
  return call.content.some(isDiff) ? call : { ...call, content: [...asked, ...call.content] }
}

/** The event that leads from one body to the next: a longer last text as `append`, else the fields that changed. */
function step(entryId: string, before: Record<string, unknown>, after: Record<string, unknown>): EntryDraft | null {
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(after)) {
    if (JSON.stringify(value) !== JSON.stringify(before[name])) changed[name] = value
  }
  for (const name of Object.keys(before)) if (!(name in after)) changed[name] = null
  if (Object.keys(changed).length === 0) return null
  const longer = 'content' in changed ? lengthened(before['content'], after['content']) : null
  if (longer === null) return { entryId, op: 'patch', kind: 'tool_call', body: changed }
  const { content: _content, ...rest } = changed
  return { entryId, op: 'append', kind: 'tool_call', body: { ...rest, appendText: longer } }
}

function lengthened(before: unknown, after: unknown): { index: number; text: string } | null {
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return null
  const index = after.length - 1
  const [old, now]: unknown[] = [before[index], after[index]]
  if (!isObject(old) || !isObject(now) || old['type'] !== 'text' || now['type'] !== 'text') return null
  const [oldText, newText] = [old['text'], now['text']]
  if (typeof oldText !== 'string' || typeof newText !== 'string' || !newText.startsWith(oldText)) return null
  if (JSON.stringify(before.slice(0, index)) !== JSON.stringify(after.slice(0, index))) return null
  return { index, text: newText.slice(oldText.length) }
}

function facetsOf(tracked: TrackedCall): Facets {
  const { title, toolKind, command, locations } = tracked.body
  const path = Array.isArray(locations) ? locations[0] : undefined
  const exact = typeof command === 'string' ? command : null
  return {
    title: String(title),
    toolKind: String(toolKind),
    ...(typeof path === 'string' ? { path } : {}),
    ...(exact === null ? {} : { command: exact.slice(0, 2000) }),
    risk: riskOf({ toolKind: tracked.call.toolKind, command: exact }).risk,
    summary: firstLine(String(title)),
  }
}
