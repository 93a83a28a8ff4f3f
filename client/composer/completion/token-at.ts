/** What is being typed at the caret and can be completed: the name of a command, or the path of a file. */
export interface Token {
  readonly kind: 'command' | 'file'
  /** What was typed of it, without its mark. */
  readonly query: string
  /** Where it stands in the text; its mark is part of it. */
  readonly from: number
  readonly to: number
}

/**
 * The token at the caret, or null. A command stands at the start of the text and may have blanks in its name; a path
 * stands after `@` at the start of a word, in quotation marks where it has blanks.
 */
export function tokenAt(text: string, caret: number): Token | null {
  const before = text.slice(0, caret)
  const path = /(^|\s)@(?:"([^"\n]*)|([^\s"@]*))$/.exec(before)
  if (path !== null) {
    const [whole, lead = '', quoted, bare = ''] = path
    const rest = (quoted === undefined ? /^[^\s"@]*/ : /^[^"\n]*"?/).exec(text.slice(caret))?.[0] ?? ''
    const from = caret - whole.length + lead.length
    return { kind: 'file', query: quoted ?? bare, from, to: caret + rest.length }
  }
  const command = /^\/([^\n]*)$/.exec(before)
  return command === null ? null : { kind: 'command', query: command[1] ?? '', from: 0, to: caret }
}
