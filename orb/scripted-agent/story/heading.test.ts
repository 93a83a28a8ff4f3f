import { describe, expect, it } from 'vitest'
import { accentFor, escapeHtml, headingFrom } from './heading.ts'

describe('headingFrom', () => {
  it.each([
    ['make it friendlier.', 'Make it friendlier'],
    ['\n\n  two   spaces \nsecond line', 'Two spaces'],
    ['', 'A fresh start'],
    ['...', 'A fresh start'],
    [
      'please write a heading that is far too long to fit into a single line of the page',
      'Please write a heading that is far too long to fit into a',
    ],
    ['x'.repeat(100), `X${'x'.repeat(59)}`],
  ])('%j becomes %j', (prompt, heading) => {
    expect(headingFrom(prompt)).toBe(heading)
  })
})

describe('accentFor', () => {
  it('gives the same words the same colour', () => {
    expect(accentFor('Make it blue', '')).toBe(accentFor('Make it blue', ''))
  })

  it('never gives the present colour', () => {
    for (const prompt of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) expect(accentFor(prompt, '#2f6f5e')).not.toBe('#2f6f5e')
  })
})

it('escapeHtml leaves no markup', () => {
  expect(escapeHtml('<b>A & B</b>')).toBe('&lt;b&gt;A &amp; B&lt;/b&gt;')
})
