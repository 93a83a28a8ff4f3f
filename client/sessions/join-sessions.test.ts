import { expect, test } from 'vitest'
import type { SessionPage } from '../../shared/reads/reads.ts'
import { joinSessions } from './join-sessions.ts'

function page(cursor: string | null, ...ids: string[]): SessionPage {
  const sessions = ids.map((sessionId) => ({
    sessionId,
    title: `${sessionId} of ${cursor}`,
    updatedAt: 1,
    threadId: null,
  }))
  return { listed: true, sessions, cursor }
}

test('older sessions stand below the ones that were read before, and do not take their place', () => {
  const joined = joinSessions([page('next', 'a', 'b'), page('last', 'c'), page(null, 'd')])
  expect(joined.map(({ sessionId }) => sessionId)).toEqual(['a', 'b', 'c', 'd'])
})

test('a session that has slipped over the edge of a page stands once, as it is now', () => {
  const joined = joinSessions([page('next', 'a', 'b'), page(null, 'b', 'c')])
  expect(joined.map(({ title }) => title)).toEqual(['a of next', 'b of null', 'c of null'])
})
