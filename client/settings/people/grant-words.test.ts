import { expect, test } from 'vitest'
import type { Grant } from '../../../shared/people/grants.ts'
import { allCanWords, grantLine } from './grant-words.ts'

const titleOf = (orbId: string): string | undefined => (orbId === 'web' ? 'web-project' : undefined)
const all: Grant = { role: 'owner', scope: { kind: 'all' }, expiresAt: null }
const one: Grant = { role: 'observer', scope: { kind: 'orb', orbId: 'web' }, expiresAt: null }

test('a grant says what it allows and where', () => {
  expect(grantLine(all, titleOf, 0)).toBe('Owns everything')
  expect(grantLine(one, titleOf, 0)).toBe('Looks at web-project')
  expect(grantLine({ ...one, scope: { kind: 'orb', orbId: 'gone' } }, titleOf, 0)).toBe(
    'Looks at an orb that is not here',
  )
})

test('a grant that has ended says so, and allows nothing any more', () => {
  const ended = { ...one, expiresAt: 1000 }
  expect(grantLine(ended, titleOf, 1000)).toMatch(/^Looks at web-project, ended /)
  expect(allCanWords([ended], titleOf, 1000)).toBe('see nothing yet')
  expect(allCanWords([ended, one], titleOf, 999)).toMatch(/^look at web-project, until .*; look at web-project$/)
})
