/** An escape sequence in a line. `final` is empty for every kind but CSI. */
export interface Escape {
  readonly final: string
  readonly parameters: string
  /** Where the text goes on. */
  readonly end: number
}

// Sticky, so that each is tried at one place alone; none of them backtracks over what it has taken.
const CSI = /\u001B\[([0-?]*)[ -/]*([@-~])/y
/** Titles, links and device strings: shown by no terminal. One that does not end within its line is none of them. */
const STRING = /\u001B[\]PX^_][^\u0007\u001B]*(?:\u0007|\u001B\\)/y
const SHORT = /\u001B[ -/]*[0-Z\\`-~]/y

/** The escape sequence at a place of a line, or null where an ESC stands there that begins none: it is shown. */
export function nextEscape(line: string, at: number): Escape | null {
  const csi = matchAt(CSI, line, at)
  if (csi !== null) return { final: csi[2] ?? '', parameters: csi[1] ?? '', end: at + csi[0].length }
  const other = matchAt(STRING, line, at) ?? matchAt(SHORT, line, at)
  return other === null ? null : { final: '', parameters: '', end: at + other[0].length }
}

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}
