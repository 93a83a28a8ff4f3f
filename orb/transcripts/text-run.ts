import { wellFormed } from '../../shared/json/canonical.ts'
import { jsonCost } from './text-cost.ts'

/** JSON bytes after which a text goes on in a new entry: under the bound of a body, with room for the rest of it. */
export const ENTRY_TEXT_BYTES = 48 * 1024

/** A piece of streamed text; `ends` where the entry is full after it. */
export interface TextPiece {
  readonly text: string
  readonly ends: boolean
}

/**
 * Cuts streamed text into entries of bounded size. The cuts depend on the text alone, not on how it was chunked; half a
 * character at the end of a chunk waits for its other half.
 */
export class TextRun {
  #cost = 0
  #half = ''

  /** The pieces of one more chunk. */
  push(chunk: string): TextPiece[] {
    let text = this.#half + chunk
    this.#half = ''
    if (/[\uD800-\uDBFF]$/.test(text)) {
      this.#half = text.slice(-1)
      text = text.slice(0, -1)
    }
    return this.#cut(wellFormed(text))
  }

  /** What still waited, at the end of the text. */
  end(): TextPiece[] {
    const half = this.#half
    this.#half = ''
    return this.#cut(wellFormed(half))
  }

  #cut(text: string): TextPiece[] {
    const pieces: TextPiece[] = []
    let from = 0
    let at = 0
    for (const character of text) {
      const cost = jsonCost(character.codePointAt(0) ?? 0)
      if (this.#cost + cost > ENTRY_TEXT_BYTES) {
        pieces.push({ text: text.slice(from, at), ends: true })
        from = at
        this.#cost = 0
      }
      this.#cost += cost
      at += character.length
    }
    if (from < text.length) pieces.push({ text: text.slice(from), ends: false })
    return pieces
  }
}
