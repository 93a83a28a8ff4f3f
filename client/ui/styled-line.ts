/** A stretch of text drawn alike. `look`: class names of ours, never the agent's; empty for plain. */
export interface StyledSpan {
  readonly text: string
  readonly look: string
}

/** A line of exact text, in the order in which it is read. */
export type StyledLine = readonly StyledSpan[]

/** The text of a line without its looks. */
export function lineText(line: StyledLine): string {
  return line.map((span) => span.text).join('')
}

/** A line with one more look on a stretch of it, given by its first character and the one after its last. */
export function withLook(line: StyledLine, from: number, to: number, look: string): StyledLine {
  let at = 0
  return line.flatMap((span) => {
    const [start, end] = [Math.max(0, from - at), Math.min(span.text.length, to - at)]
    at += span.text.length
    if (start >= end) return [span]
    const part = (text: string, own: string): StyledSpan[] => (text === '' ? [] : [{ text, look: own }])
    return [
      ...part(span.text.slice(0, start), span.look),
      ...part(span.text.slice(start, end), span.look === '' ? look : `${span.look} ${look}`),
      ...part(span.text.slice(end), span.look),
    ]
  })
}
