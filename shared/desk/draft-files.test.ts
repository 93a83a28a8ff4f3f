import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { putQueueItem, queueOf, readQueue } from './desk.ts'
import { draftFilesOf, isFileNamed, readDraftFiles, type DraftFile } from './draft-files.ts'

const attachment = { sha256: 'a'.repeat(64), bytes: 3, mediaType: 'image/png', name: 'a.png' }
const file = (more: Partial<DraftFile> = {}): DraftFile => ({
  threadId: 't1',
  attachment,
  deviceId: 'd1',
  deviceName: 'Phone',
  handedIn: false,
  ...more,
})

test('devices read the files of their draft, and learn which were removed, however late they come', () => {
  const [phone, desk] = [new Y.Doc(), new Y.Doc()]
  draftFilesOf(phone).set('one', file())
  draftFilesOf(phone).set('two', file({ threadId: 't2' }))
  draftFilesOf(phone).set('odd', { ...file(), attachment: { ...attachment, bytes: -1 } })
  Y.applyUpdate(desk, Y.encodeStateAsUpdate(phone))
  expect([...readDraftFiles(desk, 't1')]).toEqual([['one', file()]])
  draftFilesOf(desk).delete('one')
  Y.applyUpdate(phone, Y.encodeStateAsUpdate(desk))
  expect(readDraftFiles(phone, 't1').get('one')).toBeNull()
  // A device that was away through all of it, by a document that has long been collected.
  const late = new Y.Doc()
  Y.applyUpdate(late, Y.encodeStateAsUpdate(phone))
  expect(readDraftFiles(late, 't1').get('one')).toBeNull()
  draftFilesOf(late).set('one', file({ handedIn: true }))
  expect(readDraftFiles(late, 't1').get('one')).toEqual(file({ handedIn: true }))
})

test('bytes are named while a draft or a queued message has them, in whichever thread', () => {
  const doc = new Y.Doc()
  draftFilesOf(doc).set('one', file({ threadId: 't2' }))
  putQueueItem(doc, {
    itemId: 'i',
    threadId: 't1',
    text: 'x',
    order: 'a',
    ready: true,
    at: 1,
    attachments: [attachment],
  })
  draftFilesOf(doc).delete('one')
  expect(isFileNamed(doc, attachment.sha256)).toBe(true)
  queueOf(doc).delete('i')
  expect(isFileNamed(doc, attachment.sha256)).toBe(false)
  draftFilesOf(doc).set('two', file())
  expect(isFileNamed(doc, attachment.sha256)).toBe(true)
})

test('a queued message is held where its files cannot be read: it must not go without them', () => {
  const doc = new Y.Doc()
  const item = { itemId: 'i', threadId: 't1', text: 'look', order: 'a', ready: true, at: 1 }
  putQueueItem(doc, { ...item, attachments: [attachment] })
  expect(readQueue(doc)).toMatchObject([{ ready: true, attachments: [attachment] }])
  const map = queueOf(doc).get('i') as Y.Map<unknown>
  map.set('attachments', [{ ...attachment, sha256: 'unknown' }])
  expect(readQueue(doc)).toMatchObject([{ ready: false }])
})
