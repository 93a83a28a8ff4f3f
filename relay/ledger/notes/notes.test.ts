import { expect, it } from 'vitest'
import { ADA, NOON, testLedger, TestRunner, type TestLedger } from '../../../tests/support/ledger.ts'
import { newId } from '../../../shared/ids.ts'
import type { Note } from '../../../shared/notes/notes.ts'
import type { NoteTokenRow } from '../ledger.ts'

const note = (text: string, more: Partial<Note> = {}): Note => ({
  noteId: newId(),
  kind: 'note',
  text,
  value: null,
  ...more,
})

async function tokenFor(test: TestLedger, name = 'ci'): Promise<NoteTokenRow> {
  const tokenSha256 = newId().padEnd(64, '0')
  const created = await test.ledger.createNoteToken(
    'orb-1',
    { tokenId: newId(), name, threadId: 't1', tokenSha256 },
    ADA,
    NOON,
  )
  expect(created).toBe('created')
  const token = await test.ledger.noteTokenOf(tokenSha256)
  if (token === null) throw new Error('The token is not found by its hash.')
  return token
}

async function withThread(test: TestLedger): Promise<TestRunner> {
  const runner = new TestRunner(test.ledger)
  await runner.hello()
  await runner.send(runner.event('t1', 'agent', 'append', { text: 'agent' }))
  return runner
}

it('notes take positions among what the agent says, on a stream of their own, each once', async () => {
  await using test = await testLedger()
  const runner = await withThread(test)
  const token = await tokenFor(test)
  const first = note('built', { kind: 'progress', value: 0.5 })
  expect(await test.ledger.addNote(token, first, NOON + 1)).toEqual({ outcome: 'kept', position: 2 })
  await runner.send(runner.event('t1', 'agent', 'close', { text: 'agent says' }))
  const [again, second] = await Promise.all([
    test.ledger.addNote(token, first, NOON + 2),
    test.ledger.addNote(token, note('tested'), NOON + 3),
  ])
  expect([again, second]).toEqual([
    { outcome: 'kept', position: 2 },
    { outcome: 'kept', position: 4 },
  ])
  const tail = await test.ledger.threadTail('t1', 10, 10_000)
  expect(tail?.entries).toMatchObject([
    { kind: 'agent_message', body: { text: 'agent says' } },
    { kind: 'note', body: { note: 'progress', text: 'built', value: 0.5, by: 'ci' } },
    { kind: 'note', body: { note: 'note', text: 'tested', value: null, by: 'ci' } },
  ])
  const raw = await test.ledger.rawEvents('t1', 0, 10)
  expect(raw.map(({ seq }) => seq)).toEqual([1, 1, 2, 2])
  expect(new Set(raw.map(({ stream }) => stream)).size).toBe(2)
  expect(await test.ledger.noteTokens('orb-1')).toMatchObject([{ name: 'ci', threadId: 't1', lastUsedAt: NOON + 3 }])
})

it('the same note id of another token is another note', async () => {
  await using test = await testLedger()
  await withThread(test)
  const same = note('once each')
  expect(await test.ledger.addNote(await tokenFor(test, 'a'), same, NOON)).toEqual({ outcome: 'kept', position: 2 })
  expect(await test.ledger.addNote(await tokenFor(test, 'b'), same, NOON)).toEqual({ outcome: 'kept', position: 3 })
})

it('a script goes on writing when a newer generation took the orb over', async () => {
  await using test = await testLedger()
  const runner = await withThread(test)
  const token = await tokenFor(test)
  await runner.renewed(2)
  expect(await test.ledger.addNote(token, note('still here'), NOON)).toMatchObject({ outcome: 'kept' })
})

it('a token that was revoked, or whose orb was removed, writes nothing', async () => {
  await using test = await testLedger()
  await withThread(test)
  const token = await tokenFor(test)
  expect(await test.ledger.revokeNoteToken('orb-2', token.tokenId, ADA, NOON)).toBe(false)
  expect(await test.ledger.revokeNoteToken('orb-1', token.tokenId, ADA, NOON)).toBe(true)
  expect(await test.ledger.revokeNoteToken('orb-1', token.tokenId, ADA, NOON)).toBe(false)
  expect(await test.ledger.addNote(token, note('too late'), NOON)).toEqual({ outcome: 'gone' })
  expect(await test.ledger.noteTokens('orb-1')).toEqual([])
  const other = await tokenFor(test)
  await test.ledger.removeOrb('orb-1', ADA, NOON)
  expect(await test.ledger.addNote(other, note('too late'), NOON)).toEqual({ outcome: 'gone' })
  expect(await test.ledger.rawEvents('t1', 0, 10)).toHaveLength(1)
})

it('a token is for a thread of its orb, and its id and hash are its own', async () => {
  await using test = await testLedger()
  await withThread(test)
  await new TestRunner(test.ledger, 'orb-2').hello()
  const token = { tokenId: newId(), name: 'ci', threadId: 't1', tokenSha256: 'a'.repeat(64) }
  const create = (orbId: string, more: object = {}) =>
    test.ledger.createNoteToken(orbId, { ...token, ...more }, ADA, NOON)
  expect(await create('orb-2')).toBe('gone')
  expect(await create('orb-1', { threadId: 'nowhere' })).toBe('gone')
  expect(await create('orb-1')).toBe('created')
  expect(await create('orb-1')).toBe('created')
  expect(await create('orb-1', { name: 'other' })).toBe('conflict')
  expect(await create('orb-1', { tokenId: newId() })).toBe('conflict')
  for (let at = 1; at < 100; at++) await create('orb-1', { tokenId: newId(), tokenSha256: String(at) })
  expect(await create('orb-1', { tokenId: newId(), tokenSha256: 'one more' })).toBe('too-many')
})

it('a full store takes no note, and says so', async () => {
  await using test = await testLedger()
  await withThread(test)
  const token = await tokenFor(test)
  const low = await test.reopen({ minFreeBytes: Number.MAX_SAFE_INTEGER })
  const later = note('no room')
  expect(await low.addNote(token, later, NOON)).toEqual({ outcome: 'storage-full' })
  const again = await test.reopen({ minFreeBytes: 0 })
  expect(await again.addNote(token, later, NOON)).toEqual({ outcome: 'kept', position: 2 })
})
