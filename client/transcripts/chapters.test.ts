import { expect, test } from 'vitest'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import { chaptersOf } from './chapters.ts'

let position = 0
const entry = (runId: string | null, kind: string, body: unknown): Entry => {
  position += 1
  return { position, entryId: `e${position}`, runId, kind, at: position * 1000, open: false, body }
}

test('each run is a chapter with the first words of its prompt, wherever that stands', () => {
  const entries = [
    entry(null, 'notice', { text: 'before' }),
    entry('a', 'user_message', { text: '\n  Make the tests pass\nquickly' }),
    entry('a', 'agent_message', { text: 'Yes.' }),
    entry(null, 'notice', { text: 'between' }),
    entry('b', 'notice', { text: 'started again' }),
    entry('b', 'user_message', { text: 'x'.repeat(500) }),
    entry('c', 'user_message', { text: 7 }),
    entry('d', 'agent_message', 'malformed'),
  ]
  expect(chaptersOf(entries).map(({ runId, title }) => [runId, title])).toEqual([
    ['a', 'Make the tests pass'],
    ['b', 'x'.repeat(120)],
    ['c', null],
    ['d', null],
  ])
  expect(chaptersOf(entries)[0]).toMatchObject({ entryId: 'e2', at: 2000 })
})
