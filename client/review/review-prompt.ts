import type { LineComment } from './review.ts'

/** Quoted lines of one comment; the agent has the file, and finds the rest by the line numbers. */
const MOST_QUOTED = 12

/** Comments as a message to the agent: where, what stands there, what is said of it. In the order of files and lines. */
export function reviewPrompt(comments: readonly LineComment[]): string {
  return comments
    .toSorted((a, b) => (a.path === b.path ? a.from - b.from : a.path < b.path ? -1 : 1))
    .map((comment) => [placeOf(comment), ...quoted(comment.quote), comment.text.trim()].join('\n'))
    .join('\n\n')
}

/** "src/a.ts:12-14", as editors and agents read it. */
export function placeOf({ path, from, to, removed }: Omit<LineComment, 'id'>): string {
  const lines = from === to ? String(from) : `${from}-${to}`
  return `${path}:${lines}${removed ? ' (removed)' : ''}`
}

function quoted(quote: string): string[] {
  const lines = quote.split('\n')
  const shown = lines.slice(0, MOST_QUOTED).map((line) => `> ${line}`)
  return lines.length > MOST_QUOTED ? [...shown, '> …'] : shown
}
