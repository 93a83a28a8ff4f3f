import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import type { StyledLine } from '../ui/styled-line.ts'
import type { Language } from './languages.ts'
import { linesOf, SpanEmitter } from './span-emitter.ts'

/*
 * The only module that knows highlight.js. It is large: import it dynamically.
 */

const engine = hljs.newInstance()
const grammars = { typescript, python, go, rust, java, bash, json, yaml, css, xml } satisfies Record<Language, unknown>
for (const [name, grammar] of Object.entries(grammars)) engine.registerLanguage(name, grammar)
engine.configure({ __emitter: SpanEmitter })

/** The lines of a code with looks; null where the grammar failed on it, or would show other text than was given. */
export function highlightLines(code: string, language: Language): StyledLine[] | null {
  const { _emitter: emitter } = engine.highlight(code, { language, ignoreIllegals: true })
  if (!(emitter instanceof SpanEmitter)) return null
  const isWhole = emitter.spans.map((span) => span.text).join('') === code
  return isWhole ? linesOf(emitter.spans) : null
}
