import { LIMITS } from '../../shared/limits.ts'
import type { EntryDraft } from './entry-draft.ts'
import { cutToCost, firstLine } from './text-cost.ts'
import { TextRun } from './text-run.ts'

/** Of a text, what search gets to see. */
const FACET_BYTES = 4000

interface OpenText {
  readonly kind: string
  readonly messageId: string | null
  readonly run: TextRun
  entryId: string
  /** What this entry holds so far; a full one is followed by another of the same run. */
  text: string
}

/** Streamed messages and thoughts: one entry is open at a time, and a full one goes on in the next. */
export class TextFold {
  readonly #newId: () => string
  #open: OpenText | null = null

  constructor(newId: () => string) {
    this.#newId = newId
  }

  /** A chunk of a message. Another kind or message id ends what was open; an empty chunk says nothing. */
  add(kind: string, messageId: string | null, chunk: string): EntryDraft[] {
    if (chunk === '') return []
    const drafts: EntryDraft[] = []
    if (this.#open !== null && (this.#open.kind !== kind || this.#open.messageId !== messageId)) {
      drafts.push(...this.close())
    }
    this.#open ??= {
      kind,
      messageId: messageId?.slice(0, LIMITS.nameChars) ?? null,
      run: new TextRun(),
      entryId: this.#newId(),
      text: '',
    }
    const open = this.#open
    for (const piece of open.run.push(chunk)) drafts.push(...this.#piece(open, piece.text, piece.ends))
    return drafts
  }

  /** Ends the open text. One without any text leaves nothing. */
  close(): EntryDraft[] {
    const open = this.#open
    if (open === null) return []
    const drafts = open.run.end().flatMap((piece) => this.#piece(open, piece.text, piece.ends))
    this.#open = null
    return open.text === '' ? drafts : [...drafts, closed(open)]
  }

  #piece(open: OpenText, text: string, ends: boolean): EntryDraft[] {
    open.text += text
    const drafts: EntryDraft[] = []
    if (text !== '') drafts.push({ entryId: open.entryId, op: 'append', kind: open.kind, body: { text } })
    if (!ends) return drafts
    drafts.push(closed(open))
    open.entryId = this.#newId()
    open.text = ''
    return drafts
  }
}

function closed(open: OpenText): EntryDraft {
  const { entryId, kind, text } = open
  const facets = { text: cutToCost(text.slice(0, FACET_BYTES), FACET_BYTES), summary: firstLine(text) }
  return { entryId, op: 'close', kind, body: { text }, facets }
}
