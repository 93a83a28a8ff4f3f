import Database from 'better-sqlite3'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { openOrbStore, type OrbStore } from './orb-store.ts'

async function open(folder: string): Promise<OrbStore> {
  const store = await openOrbStore(folder)
  onTestFinished(() => {
    if (store.db.open) store.close()
  })
  return store
}

const waitingIn = ({ blobs }: OrbStore) => blobs.waiting(10).map(({ threadId }) => threadId)

test('what two threads keep is one file, and waits for each of them until the last one is done', async () => {
  const folder = testFolder()
  const store = await open(folder)
  const [{ sha256 }, same] = [store.blobs.keepText('one', 'x'.repeat(50)), store.blobs.keepText('two', 'x'.repeat(50))]
  store.blobs.keepText('one', 'x'.repeat(50))
  expect(same.sha256).toBe(sha256)
  store.journal.commit()
  expect(new Set(waitingIn(store))).toEqual(new Set(['one', 'two']))
  store.blobs.done({ sha256, threadId: 'one' })
  expect(waitingIn(store)).toEqual(['two'])
  expect(Buffer.from((await store.blobs.read(sha256)) ?? []).toString()).toBe('x'.repeat(50))
  store.close()

  const again = await open(folder)
  expect(waitingIn(again)).toEqual(['two'])
  again.blobs.done({ sha256, threadId: 'two' })
  expect(waitingIn(again)).toEqual([])
  expect(existsSync(join(folder, 'blobs', sha256))).toBe(false)
})

test('a thread that keeps what the relay got for another one long ago has its bytes to bring', async () => {
  const store = await open(testFolder())
  const { sha256 } = store.blobs.keepText('one', 'again')
  store.blobs.done({ sha256, threadId: 'one' })
  store.blobs.keepText('two', 'again')
  store.journal.commit()
  expect(store.blobs.waiting(10)).toEqual([{ sha256, threadId: 'two' }])
  expect(Buffer.from((await store.blobs.read(sha256)) ?? []).toString()).toBe('again')
})

test('a thread that keeps the same bytes while the last upload of another one ends does not lose them', async () => {
  const store = await open(testFolder())
  const { sha256 } = store.blobs.keepText('one', 'same')
  store.journal.commit()
  // Not on disk yet when the upload ends.
  store.blobs.keepText('two', 'same')
  store.blobs.done({ sha256, threadId: 'one' })
  expect(store.blobs.waiting(10)).toEqual([{ sha256, threadId: 'two' }])
  expect(await store.blobs.read(sha256)).not.toBeNull()
})

test('blobs of a runner from before they had threads still wait, for no thread', async () => {
  const folder = testFolder()
  const [waits, done] = ['a'.repeat(64), 'b'.repeat(64)]
  const first = await open(folder)
  first.close()
  const db = new Database(join(folder, 'spool.sqlite'))
  db.exec(`
    DROP TABLE blobs;
    CREATE TABLE blobs (sha256 TEXT PRIMARY KEY, uploaded INTEGER NOT NULL) WITHOUT ROWID, STRICT;
    INSERT INTO blobs VALUES ('${waits}', 0), ('${done}', 1);
    DROP TABLE session_memory;
    PRAGMA user_version = 2;
  `)
  db.close()
  const store = await open(folder)
  expect(store.blobs.waiting(10)).toEqual([{ sha256: waits, threadId: null }])
  store.blobs.done({ sha256: waits, threadId: null })
  expect(store.blobs.waiting(10)).toEqual([])
})
