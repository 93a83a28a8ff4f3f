import './highlight.css'
import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js'
import type { StyledLine } from '../ui/styled-line.ts'
import { whenIdle } from './idle.ts'
import type { Language } from './languages.ts'
import { whenOnScreen } from './on-screen.ts'

/** A code to be coloured. Null instead of it: not now, since it still grows or has no language that is known. */
export interface Code {
  readonly text: string
  readonly language: Language
}

/** Longer ones stay plain: on a slow phone a grammar takes about 100 ms for this much. */
const MOST_CHARS = 24_000
/** Some grammars take the square of a line's length. */
const MOST_LINE_CHARS = 1_000

/**
 * The lines of a code with their looks, once its element has come near the view and the browser had an idle moment;
 * null before, and for what stays plain. The grammars are loaded when the first code is seen.
 */
export function createHighlighting(
  element: Accessor<Element | undefined>,
  code: Accessor<Code | null>,
): Accessor<readonly StyledLine[] | null> {
  const [lines, setLines] = createSignal<readonly StyledLine[] | null>(null)
  createEffect(
    on([element, code], ([seen, wanted]) => {
      setLines(null)
      if (seen === undefined || wanted === null || !isWorthIt(wanted.text)) return
      let isGone = false
      let drop: (() => void) | undefined
      const stop = whenOnScreen(seen, () => {
        void load().then((highlighter) => {
          if (isGone || highlighter === null) return
          drop = whenIdle(() => setLines(highlighter.highlightLines(wanted.text, wanted.language)))
        })
      })
      onCleanup(() => {
        isGone = true
        stop()
        drop?.()
      })
    }),
  )
  return lines
}

function isWorthIt(text: string): boolean {
  return text.length <= MOST_CHARS && text.split('\n').every((line) => line.length <= MOST_LINE_CHARS)
}

/** The part of `highlighter.ts` that is used, named here so that nothing of it is loaded early. */
interface Highlighter {
  highlightLines(code: string, language: Language): StyledLine[] | null
}

let loading: Promise<Highlighter | null> | undefined

/** Offline, before it was ever kept, code stays plain; the next one seen tries again. */
function load(): Promise<Highlighter | null> {
  loading ??= import('./highlighter.ts').catch(() => {
    loading = undefined
    return null
  })
  return loading
}
