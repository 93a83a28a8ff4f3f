import type { Token } from 'marked'
import { Lexer } from 'marked'
import type { Block } from './nodes.ts'
import { readBlock } from './read-tokens.ts'

/** Above this many characters a message is shown as it came: lexing it again for each token would be felt. */
const MAX_CHARS = 200_000

/** A message read so far. `settled` blocks will not change by further text; only `tail` is read again. */
export interface Reading {
  readonly source: string
  readonly settled: readonly Block[]
  readonly tail: readonly Block[]
  /** Where in `source` the tail begins. */
  readonly tailFrom: number
  /** So many blocks at the start were settled in the reading before. */
  readonly unchanged: number
}

/** The reading of an empty message. */
export const NOTHING_READ: Reading = { source: '', settled: [], tail: [], tailFrom: 0, unchanged: 0 }

/**
 * Reads a message that grew. Blocks that were settled keep their identity, so that their elements stay in the page.
 * A text that is no continuation is read from the start.
 */
export function readOn(before: Reading, source: string): Reading {
  if (source === before.source) return before
  if (source.length > MAX_CHARS) {
    return { source, settled: [], tail: [{ type: 'verbatim', text: source }], tailFrom: 0, unchanged: 0 }
  }
  const grown = source.startsWith(before.source) && before.tailFrom <= before.source.length
  const from = grown ? before.tailFrom : 0
  const { blocks, settled, settledChars } = lex(source.slice(from))
  const kept = grown ? before.settled : []
  return {
    source,
    settled: settled === 0 ? kept : [...kept, ...blocks.slice(0, settled)],
    tail: blocks.slice(settled),
    tailFrom: from + settledChars,
    unchanged: kept.length,
  }
}

interface Lexed {
  readonly blocks: Block[]
  /** How many of them nothing that follows can change, and how many characters they take. */
  readonly settled: number
  readonly settledChars: number
}

function lex(text: string): Lexed {
  try {
    const tokens = new Lexer({ gfm: true }).lex(text)
    // A list may go on after blank lines: the last token that is not blank stays open.
    const open = tokens.findLastIndex((token) => token.type !== 'space')
    const raw = tokens.slice(0, Math.max(0, open)).reduce((sum, token) => sum + token.raw.length, 0)
    // marked turns \r\n into \n and the like; then lengths do not fit, and everything stays open.
    const exact = tokens.reduce((sum, token) => sum + token.raw.length, 0) === text.length
    const read = (some: readonly Token[]): Block[] =>
      some.map((token) => readBlock(token)).filter((block) => block !== null)
    const done = exact ? read(tokens.slice(0, Math.max(0, open))) : []
    const rest = read(exact ? tokens.slice(Math.max(0, open)) : tokens)
    return { blocks: [...done, ...rest], settled: done.length, settledChars: exact ? raw : 0 }
  } catch {
    // marked recurses: thousands of nested marks end its stack. The words are shown all the same.
    return { blocks: [{ type: 'verbatim', text }], settled: 0, settledChars: 0 }
  }
}
