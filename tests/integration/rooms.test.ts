import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { openBench, type Bench, type Unnumbered } from '../../relay/rooms/testing/bench.ts'
import { updateFrame, view, type Viewer } from '../../relay/rooms/testing/viewer.ts'
import { draftOf } from '../../shared/desk/desk.ts'
import { newId } from '../../shared/ids.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { entryEvents, makeOrb } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { readThreadRoom } from '../support/room-content.ts'
import { stockViewer } from '../support/stock-viewer.ts'
import { stubbornOrb, type StubbornOrb } from '../support/stubborn-orb.ts'

/** How long a poll waits: tests share two cores with others. */
const SOON = { timeout: 8_000, interval: 20 }

let relay: RelayProcess
let device: SignedIn
let orb: StubbornOrb
let orbId: string
const threadId = newId()
const viewers: Viewer[] = []

beforeAll(async () => {
  relay = await startRelayProcess()
  device = await relay.signIn('Node')
  const identity = await makeOrb()
  orbId = identity.orbId
  orb = stubbornOrb(relay, identity, 5)
  orb.give(entryEvents(1, 10, { threadId }))
  await orb.until(10)
})
afterAll(async () => {
  orb.stop()
  await relay.dispose()
})
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close()
})

function open(room: string, headers: Record<string, string> = {}, doc?: Y.Doc): Viewer {
  const sent = { cookie: device.cookie, origin: relay.url, ...headers }
  const viewer = view(`${relay.url.replace('http', 'ws')}/rooms/${room}`, doc, { headers: sent })
  viewers.push(viewer)
  return viewer
}

const fleet = (): string => roomName('fleet', device.person.personId)

test('who is not signed in is told so after the upgrade', async () => {
  expect(await open(fleet(), { cookie: '' }).closed).toBe(4401)
  expect(await open(roomName('thread', threadId), { cookie: 'perigee=' + newId() }).closed).toBe(4401)
})

test('rooms of others and rooms that are not there are refused by name', async () => {
  expect(await open('fleet:somebody').closed).toBe(4403)
  for (const room of [
    'thread:' + newId(),
    'orb:' + newId(),
    'desk:' + newId(),
    'fleet',
    'cellar:me',
    'thread:%2e%2e',
  ]) {
    expect(await open(room).closed).toBe(4404)
  }
})

type Hostile = readonly [
  what: string,
  kind: 'thread' | 'fleet' | 'desk',
  frame: () => Uint8Array | string,
  code: number,
]

const HOSTILE: readonly Hostile[] = [
  ['rubbish', 'thread', () => new Uint8Array(200).fill(255).fill(0, 0, 1), 4400],
  ['text', 'thread', () => '{"t":"hello"}', 4400],
  ['a write', 'thread', () => updateFrame(write('tail')), 4405],
  ['a write to the fleet', 'fleet', () => updateFrame(write('orbs')), 4405],
  ['a frame over the bound', 'thread', () => new Uint8Array(100_000), 4413],
  ['rubbish', 'desk', () => new Uint8Array([0, 2, 5, 9, 9, 9, 9, 9]), 4400],
  ['an update without what it builds on', 'desk', () => updateFrame(secondWrite()), 4400],
  ['a live update over 64 KiB', 'desk', () => updateFrame(write('draft:t', 70_000)), 4413],
  ['a frame over the bound', 'desk', () => new Uint8Array(1_200_000), 4413],
]

test.each(HOSTILE)('%s in a %s room closes its sender, and the relay goes on', async (_, kind, frame, code) => {
  const id = { thread: threadId, desk: orbId, fleet: device.person.personId }[kind]
  const hostile = open(roomName(kind, id))
  await hostile.synced
  hostile.send(frame())
  expect(await hostile.closed).toBe(code)
  const next = open(roomName('thread', threadId))
  await next.synced
  expect(readThreadRoom(next.doc).entries.length).toBeGreaterThanOrEqual(10)
})

test('another device cannot write under the client id of the first', async () => {
  const other = await relay.signIn('Another')
  const mine = open(roomName('desk', orbId))
  await mine.synced
  draftOf(mine.doc, 't').insert(0, 'mine')
  await mine.until(() => mine.kept.has(mine.doc.clientID))
  const forged = new Y.Doc()
  Y.applyUpdate(forged, Y.encodeStateAsUpdate(mine.doc))
  forged.clientID = mine.doc.clientID
  draftOf(forged, 't').insert(4, ' and forged')
  expect(await open(roomName('desk', orbId), { cookie: other.cookie }, forged).closed).toBe(4403)
})

test('a reader that stops reading is cut off to come back, and gets what it missed', async () => {
  const slow = open(roomName('thread', threadId))
  const quick = open(roomName('thread', threadId))
  await Promise.all([slow.synced, quick.synced])
  slow.pause()
  const from = orb.acked + 1
  const to = from + 250
  orb.give(entryEvents(from, to, { threadId, body: { text: 'x'.repeat(60_000) } }))
  await quick.until(() => quick.doc.getMap('meta').get('head') === to)
  slow.resume()
  expect(await slow.closed).toBe(4503)
  const back = open(roomName('thread', threadId), {}, slow.doc)
  await back.until(() => back.doc.getMap('meta').get('head') === to)
  expect(readThreadRoom(back.doc).entries).toEqual(readThreadRoom(quick.doc).entries)
})

function write(name: string, chars = 1): Uint8Array {
  const doc = new Y.Doc()
  doc.getText(name).insert(0, 'x'.repeat(chars))
  return Y.encodeStateAsUpdate(doc)
}

function secondWrite(): Uint8Array {
  const doc = new Y.Doc()
  doc.getText('draft:t').insert(0, 'one')
  const known = Y.encodeStateVector(doc)
  doc.getText('draft:t').insert(3, 'two')
  return Y.encodeStateAsUpdate(doc, known)
}

test('the stock provider follows through the end of one incarnation after another', async () => {
  await withStock({ structsPerIncarnation: 60 }, async (bench, stock) => {
    for (let at = 0; stock.finalCodes.length < 4 && at < 400; at++) {
      await bench.commit(entry('e' + at, 'append', 'x'), entry('f' + at, 'append', 'y'))
      await bench.commit(entry('e' + at, 'close', 'x' + at), entry('f' + at, 'close', 'y' + at))
    }
    expect(stock.finalCodes.slice(0, 4)).toEqual([4409, 4409, 4409, 4409])
    const tail = await bench.ledger.threadTail('thread', 200, 128 * 1024)
    await stock.until((doc) => doc.getMap('meta').get('head') === tail?.head)
    expect(stock.doc.getArray('tail').toJSON()).toEqual(tail?.entries)
  })
})

test('in a quiet room the stock provider hears a sign of life, long before it would give up', async () => {
  await withStock({ heartbeatMs: 50 }, async (_, stock) => {
    const heard = stock.provider.wsLastMessageReceived
    await expect.poll(() => stock.provider.wsLastMessageReceived, SOON).toBeGreaterThan(heard + 100)
    expect(stock.drops).toBe(0)
  })
})

function entry(entryId: string, op: 'append' | 'close', text: string): Unnumbered {
  const head = { type: 'entry', at: 1, threadId: 'thread', runId: null, entryId, op } as const
  return { ...head, kind: 'agent_message', bytes: 0, body: { text } }
}

/** Rooms with other bounds than a relay's, and the stock provider in one of them. */
async function withStock(
  timing: Parameters<typeof openBench>[0],
  work: (bench: Bench, stock: ReturnType<typeof stockViewer>) => Promise<void>,
): Promise<void> {
  const bench = await openBench(timing)
  const { deviceId } = await bench.device('Stock')
  await bench.commit(entry('first', 'close', 'hello'))
  const relayUrl = bench.url.replace(/^ws/, 'http').replace('/rooms/', '')
  const stock = stockViewer({
    relayUrl,
    name: 'thread:thread',
    device: { cookie: deviceId, renew: () => Promise.resolve() },
  })
  try {
    await stock.until((doc) => doc.getArray('tail').length === 1)
    await work(bench, stock)
  } finally {
    stock.destroy()
    await bench.close()
  }
}
