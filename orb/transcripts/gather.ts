import { isObject } from '../harness/json-rpc.ts'
import type { EntryDraft } from './entry-draft.ts'

/** How long the tokens of one entry are gathered: below what a reader notices, far above a token's own pace. */
export const GATHER_MS = 40

/**
 * Joins events that follow one another within a moment: texts that grow, and fields that change again. The first event
 * of an entry, and everything that is not growth, goes at once and takes along what waited, so order is kept.
 */
export class Gather {
  readonly #emit: (draft: EntryDraft) => void
  #held: EntryDraft | null = null
  #timer: NodeJS.Timeout | null = null
  #last = { entryId: '', at: 0 }

  constructor(emit: (draft: EntryDraft) => void) {
    this.#emit = emit
  }

  /** Takes an event in its order. */
  push(draft: EntryDraft): void {
    const joined = this.#held === null ? null : join(this.#held, draft)
    if (joined !== null) {
      this.#held = joined
      return
    }
    this.flush()
    if (draft.op === 'append' && draft.entryId === this.#last.entryId && Date.now() - this.#last.at < GATHER_MS) {
      this.#held = draft
      this.#timer = setTimeout(() => this.flush(), GATHER_MS)
      return
    }
    this.#send(draft)
  }

  /** Sends what waits. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    const held = this.#held
    this.#held = null
    if (held !== null) this.#send(held)
  }

  #send(draft: EntryDraft): void {
    this.#last = { entryId: draft.entryId, at: Date.now() }
    this.#emit(draft)
  }
}

/** Two growths of one entry as one, or null where they cannot be joined. */
function join(held: EntryDraft, draft: EntryDraft): EntryDraft | null {
  if (draft.entryId !== held.entryId || draft.op !== 'append') return null
  if (!isObject(held.body) || !isObject(draft.body)) return null
  const { text, appendText, ...rest } = draft.body
  const { text: heldText, appendText: heldAppend, ...heldRest } = held.body
  if (
    typeof text === 'string' &&
    typeof heldText === 'string' &&
    appendText === undefined &&
    heldAppend === undefined
  ) {
    return { ...held, body: { ...heldRest, ...rest, text: heldText + text } }
  }
  if (text !== undefined || heldText !== undefined || !isObject(appendText) || !isObject(heldAppend)) return null
  if (appendText['index'] !== heldAppend['index']) return null
  const longer = { index: appendText['index'], text: String(heldAppend['text']) + String(appendText['text']) }
  return { ...held, body: { ...heldRest, ...rest, appendText: longer } }
}
