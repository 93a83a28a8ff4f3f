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
