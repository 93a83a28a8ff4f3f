import { expect, test } from 'vitest'
import { reviewPrompt } from './review-prompt.ts'
import type { LineComment } from './review.ts'

const comment = (path: string, from: number, more: Partial<LineComment> = {}): LineComment => ({
  id: path + from,
  path,
  from,
  to: from,
  removed: false,
  quote: 'const a = 1',
  text: 'Why one?',
  ...more,
})

test('comments become one message, by file and line', () => {
  const comments = [
    comment('b.ts', 7),
    comment('a.ts', 9, { to: 10, quote: 'one\ntwo', text: '  Join these.\n' }),
    comment('a.ts', 2, { removed: true }),
  ]
  expect(reviewPrompt(comments)).toBe(
    'a.ts:2 (removed)\n> const a = 1\nWhy one?\n\na.ts:9-10\n> one\n> two\nJoin these.\n\nb.ts:7\n> const a = 1\nWhy one?',
  )
})

test('a long quote is cut: the agent has the lines by their numbers', () => {
  const quote = Array.from({ length: 50 }, (_, at) => `line ${at}`).join('\n')
  const lines = reviewPrompt([comment('a.ts', 1, { to: 50, quote })]).split('\n')
  expect(lines).toHaveLength(15)
  expect(lines.at(-2)).toBe('> …')
})
