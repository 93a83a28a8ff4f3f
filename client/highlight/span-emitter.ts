import type { Emitter } from 'highlight.js'
import type { StyledLine, StyledSpan } from '../ui/styled-line.ts'

/** Our class of each scope of highlight.js, by its first part ("title.function" is a title). What is left out is ink. */
const LOOKS: Readonly<Record<string, string>> = {
  comment: 'hl-comment',
  quote: 'hl-comment',
  doctag: 'hl-comment',
  keyword: 'hl-keyword',
  literal: 'hl-keyword',
  'selector-tag': 'hl-keyword',
  string: 'hl-string',
  regexp: 'hl-string',
  symbol: 'hl-string',
  number: 'hl-number',
  title: 'hl-name',
  section: 'hl-name',
  built_in: 'hl-type',
  type: 'hl-type',
  tag: 'hl-type',
  name: 'hl-type',
  attr: 'hl-type',
  attribute: 'hl-type',
  'selector-class': 'hl-name',
  'selector-id': 'hl-name',
  meta: 'hl-comment',
}

/** Takes what highlight.js reads as stretches of text, and makes no markup of it. */
export class SpanEmitter implements Emitter {
  readonly spans: StyledSpan[] = []
  readonly #looks: string[] = ['']

  openNode(scope: string): void {
    const [first = ''] = scope.split('.')
    this.#looks.push((Object.hasOwn(LOOKS, first) ? LOOKS[first] : undefined) ?? this.#look())
  }

  closeNode(): void {
    if (this.#looks.length > 1) this.#looks.pop()
  }

  startScope(scope: string): void {
    this.openNode(scope)
  }

  endScope(): void {
    this.closeNode()
  }

  addText(text: string): void {
    if (text !== '') this.spans.push({ text, look: this.#look() })
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof SpanEmitter) this.spans.push(...emitter.spans)
  }

  /** highlight.js asks for markup at the end; there is none. */
  toHTML(): string {
    return ''
  }

  finalize(): void {
    this.#looks.length = 1
  }

  #look(): string {
    return this.#looks.at(-1) ?? ''
  }
}

/** Stretches of text, cut at line feeds; neighbours of one look are joined. */
export function linesOf(spans: readonly StyledSpan[]): StyledLine[] {
  const lines: StyledSpan[][] = [[]]
  for (const { text, look } of spans) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([])
      const line = lines.at(-1)
      const before = line?.at(-1)
      if (part === '' || line === undefined) continue
      if (before?.look === look) line[line.length - 1] = { text: before.text + part, look }
      else line.push({ text: part, look })
    }
  }
  return lines
}
