import type { StyledLine, StyledSpan } from '../../ui/styled-line.ts'
import { afterSgr, lookOf, PLAIN, type Pen } from './sgr.ts'
import { nextEscape } from './escapes.ts'

/** Stretches of other looks in one line; from there on a line is drawn plain. */
const MOST_SPANS = 200
/** How far a program may move its cursor past what it has written: as wide as terminals are. */
const COLUMNS = 240

/** The last lines of an output, as drawn. */
export interface TerminalLines {
  readonly lines: readonly StyledLine[]
  /** Lines of the whole output, without the empty ones at its end. */
  readonly count: number
}

/**
 * What a terminal would have left standing of a program's output: the last `most` lines with their colours, each as it
 * was when it was last overwritten. Moves between lines are not followed: those of an output stand as they came.
 */
export function terminalLines(text: string, most: number): TerminalLines {
  const all = text.replace(/[\r\n]+$/, '').split('\n')
  const from = Math.max(0, all.length - most)
  let pen = penAfter(all.slice(0, from))
  const lines = all.slice(from).map((line): StyledLine => {
    const read = readLine(line.endsWith('\r') ? line.slice(0, -1) : line, pen)
    pen = read.pen
    return read.line
  })
  return { lines, count: all.length === 1 && all[0] === '' ? 0 : all.length }
}

/** Colours outlast the lines that set them. */
function penAfter(lines: readonly string[]): Pen {
  let pen = PLAIN
  for (const line of lines) {
    if (!line.includes('\u001B')) continue
    for (const [, parameters = ''] of line.matchAll(SGR)) pen = afterSgr(pen, parameters)
  }
  return pen
}

const SGR = /\u001B\[([\d;:]*)m/g
/** What makes a line more than its characters. */
const CONTROLS = /[\u001B\r\b\u0007]/

function readLine(line: string, pen: Pen): { line: StyledLine; pen: Pen } {
  if (!CONTROLS.test(line)) return { line: line === '' ? [] : [{ text: line, look: lookOf(pen) }], pen }
  const row = new Row()
  let now = pen
  for (let at = 0; at < line.length;) {
    const escape = line[at] === '\u001B' ? nextEscape(line, at) : null
    if (escape !== null) {
      if (escape.final === 'm') now = afterSgr(now, escape.parameters)
      else row.move(escape.final, escape.parameters)
      at = escape.end
      continue
    }
    const letter = String.fromCodePoint(line.codePointAt(at) ?? 0)
    row.put(letter, lookOf(now))
    at += letter.length
  }
  return { line: row.spans(), pen: now }
}

interface Cell {
  text: string
  readonly look: string
}

/** One row of cells under a cursor. */
class Row {
  readonly #cells: Cell[] = []
  #column = 0
  #wasOverwritten = false

  put(letter: string, look: string): void {
    if (letter === '\r') this.#column = 0
    else if (letter === '\b') this.#column = Math.max(0, this.#column - 1)
    else if (letter === '\u0007') return
    else if (letter >= FIRST_MARK && JOINS.test(letter) && this.#column > 0) this.#join(letter)
    else {
      this.#pad(this.#column)
      if (this.#column < this.#cells.length) this.#wasOverwritten = true
      this.#cells[this.#column] = { text: letter, look }
      this.#column += 1
    }
  }

  /** A control sequence that stays within the line; any other does nothing. */
  move(final: string, parameters: string): void {
    const count = Number.parseInt(parameters, 10)
    const by = Number.isNaN(count) ? 1 : Math.max(1, count)
    if (final === 'G') this.#column = by - 1
    else if (final === 'C') this.#column += by
    else if (final === 'D') this.#column -= by
    else if (final === 'K') this.#erase(Number.isNaN(count) ? 0 : count)
    const furthest = Math.max(COLUMNS, this.#cells.length)
    this.#column = Math.min(furthest, Math.max(0, this.#column))
  }

  spans(): StyledLine {
    const cells = this.#cells
    // Blanks that wiped something out are no blanks of the program's.
    if (this.#wasOverwritten) while (cells.at(-1)?.text === ' ') cells.pop()
    const spans: StyledSpan[] = []
    let [text, look] = ['', cells[0]?.look ?? '']
    for (const cell of cells) {
      if (cell.look !== look && spans.length < MOST_SPANS) {
        spans.push({ text, look })
        text = ''
        look = spans.length < MOST_SPANS ? cell.look : ''
      }
      text += cell.text
    }
    return text === '' ? spans : [...spans, { text, look }]
  }

  #join(letter: string): void {
    const before = this.#cells[this.#column - 1]
    if (before !== undefined) before.text += letter
  }

  #pad(to: number): void {
    while (this.#cells.length < to) this.#cells.push({ text: ' ', look: '' })
  }

  /** 0: from the cursor on; 1: up to it; 2: everything. */
  #erase(which: number): void {
    this.#wasOverwritten = true
    if (which === 0) this.#cells.length = Math.min(this.#cells.length, this.#column)
    else if (which === 2) this.#cells.length = 0
    else if (which === 1) {
      const end = Math.min(this.#cells.length, this.#column + 1)
      for (let at = 0; at < end; at += 1) this.#cells[at] = { text: ' ', look: '' }
    }
  }
}

/** No mark comes before it, and nearly all output does. */
const FIRST_MARK = '\u0300'
/** Marks and joiners take no column of their own. */
const JOINS = /^[\p{M}\u200d]$/u
