import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import type { EntryDraft } from './entry-draft.ts'
import { fitRecord, type Keep } from './fit.ts'
import { cutName } from './tool-call.ts'

/** More steps than anybody reads, fewer than would fill a body. */
const STEPS = 100
const STEP_CHARS = 500

/** The plan of a run: one entry, replaced whole by each update. */
export class PlanFold {
  readonly #options: { readonly keep: Keep; readonly newId: () => string }
  #open: { readonly entryId: string; body: Record<string, unknown> } | null = null

  constructor(options: { readonly keep: Keep; readonly newId: () => string }) {
    this.#options = options
  }

  /** A new state of the plan. */
  apply(update: JsonObject): EntryDraft[] {
    const entries = Array.isArray(update['entries']) ? update['entries'].filter(isObject) : []
    const body = fitRecord({ steps: entries.slice(0, STEPS).map(step) }, this.#options.keep)
    this.#open = { entryId: this.#open?.entryId ?? this.#options.newId(), body }
    return [{ entryId: this.#open.entryId, op: 'patch', kind: 'plan', body }]
  }

  /** The run is over, and the plan as it stands is final. */
  close(): EntryDraft[] {
    const open = this.#open
    this.#open = null
    return open === null ? [] : [{ entryId: open.entryId, op: 'close', kind: 'plan', body: open.body }]
  }
}

function step(entry: JsonObject): Record<string, unknown> {
  const { content, status, priority } = entry
  return {
    content: typeof content === 'string' ? cutName(content, STEP_CHARS) : '',
    status: typeof status === 'string' ? cutName(status, 64) : 'pending',
    ...(typeof priority === 'string' ? { priority: cutName(priority, 64) } : {}),
  }
}
