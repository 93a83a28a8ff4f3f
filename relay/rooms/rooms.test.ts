import { afterEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { DeviceRow } from '../ledger/ledger.ts'
import { openBench, type Bench, type Unnumbered } from './testing/bench.ts'
import { updateFrame, view, type Viewer } from './testing/viewer.ts'
import type { RoomTiming } from './timing.ts'

/** How long a poll waits: tests share two cores with others. */
const SOON = { timeout: 8_000, interval: 20 }

let bench: Bench | null = null
let phone: DeviceRow
const viewers: Viewer[] = []

afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close()
  await bench?.close()
  bench = null
})

async function start(timing: Partial<RoomTiming> = {}): Promise<Bench> {
  bench = await openBench(timing)
  phone = await bench.device('Phone')
  return bench
}

function open(room: string, doc?: Y.Doc, options?: { silent?: boolean }): Viewer {
  const viewer = view(`${bench?.url}${room}?device=${phone.deviceId}`, doc, options)
  viewers.push(viewer)
  return viewer
}

function entry(entryId: string, op: 'append' | 'patch' | 'close', text: string, threadId = 'thread'): Unnumbered {
  const body = { text }
  return { type: 'entry', at: 1, threadId, runId: null, entryId, op, kind: 'agent_message', bytes: 0, body }
}

const tailOf = (viewer: Viewer): unknown[] => viewer.doc.getArray('tail').toJSON()
const headOf = (viewer: Viewer): unknown => viewer.doc.getMap('meta').get('head')

test('a thread is shown from the ledger and then followed, by a first viewer and a late one alike', async () => {
  const { commit, ledger } = await start({ settleMs: 20 })
  await commit(entry('a', 'close', 'first'), entry('b', 'append', 'sec'))
  const first = open('thread:thread')
  await first.synced
  await commit(entry('b', 'append', 'ond'))
  await commit(entry('b', 'close', 'second'), entry('c', 'close', 'third'))
  await first.until(() => headOf(first) === 5)
  const late = open('thread:thread')
  await late.until(() => headOf(late) === 5)
  expect(tailOf(first).map((item) => (item as { body: unknown }).body)).toEqual([
    { text: 'first' },
    { text: 'second' },
    { text: 'third' },
  ])
  expect(tailOf(late)).toEqual(tailOf(first))
  expect(late.doc.getMap('meta').toJSON()).toMatchObject({ epoch: ledger.epoch, firstPosition: 1, storageFull: false })
})

test('what is committed while a room is being loaded is there once, and nothing is missing', async () => {
  const opened = await start({ settleMs: 20 })
  const { commit } = opened
  await commit(entry('a', 'append', '0'))
  let committed = Promise.resolve()
  opened.onAccepted = () => {
    committed = Promise.all([commit(entry('a', 'append', ' 1')), commit(entry('a', 'append', ' 2'))]).then(() => {})
  }
  const viewer = open('thread:thread')
  await viewer.synced
  await committed
  await commit(entry('a', 'append', ' 3'))
  await viewer.until(() => headOf(viewer) === 4)
  const [, ...steps] = tailOf(viewer)[0] as { body: { text: string } }[]
  expect(steps.map((step) => step.body.text).join('')).toBe('0 1 2 3')
})

test('fleet and orb rooms follow the ledger', async () => {
  const { commit, orbId } = await start({ settleMs: 20 })
  const fleet = open('fleet:me')
  const orb = open('orb:' + orbId)
  await Promise.all([fleet.synced, orb.synced])
  await commit({
    type: 'report',
    at: 1,
    report: {
      name: 'orb.state',
      state: 'idle',
      title: 'A new title',
      isolation: 'none',
      harness: { name: 'h', version: '1' },
      workspace: '/w',
      message: null,
    },
  })
  await fleet.until(() => (fleet.doc.getMap('orbs').get(orbId) as { title?: string })?.title === 'A new title')
  await orb.until(() => (orb.doc.getMap('orb').get('state') as { state?: string })?.state === 'idle')
  await commit(entry('a', 'close', 'hello'))
  await orb.until(() => (orb.doc.getMap('threads').get('thread') as { head?: number })?.head === 1)
})

test('a room that is not there, or somebody else’s, is refused by name', async () => {
  await start()
  expect(await open('thread:nothing').closed).toBe(4404)
  expect(await open('orb:nothing').closed).toBe(4404)
  expect(await open('desk:nothing').closed).toBe(4404)
  expect(await open('fleet:somebody').closed).toBe(4403)
  expect(await open('fleet').closed).toBe(4404)
  expect(await open('thread:../secret').closed).toBe(4404)
})

test('a viewer comes back with the same incarnation and gets the difference', async () => {
  const { commit } = await start({ settleMs: 20 })
  await commit(entry('a', 'close', 'one'))
  const first = open('thread:thread')
  await first.synced
  first.close()
  await first.closed
  await commit(entry('b', 'close', 'two'))
  const again = open('thread:thread', first.doc)
  await again.until(() => tailOf(again).length === 2)
})

test('a copy of an ended incarnation, of another client or ahead of the relay is closed 4409', async () => {
  const { commit } = await start({ keepMs: 0 })
  await commit(entry('a', 'close', 'one'))
  const first = open('thread:thread')
  await first.synced
  const ahead = new Y.Doc()
  Y.applyUpdate(ahead, Y.encodeStateAsUpdate(first.doc))
  ahead.clientID = first.doc.getMap('meta').get('incarnation') as number
  ahead.getMap('meta').set('head', 99)
  expect(await open('thread:thread', ahead).closed).toBe(4409)
  const foreign = new Y.Doc()
  foreign.getMap('meta').set('head', 99)
  expect(await open('thread:thread', foreign).closed).toBe(4409)
  first.close()
  await first.closed
  await expect.poll(() => bench?.rooms.stats().projections, SOON).toBe(0)
  expect(await open('thread:thread', first.doc).closed).toBe(4409)
  const fresh = open('thread:thread')
  await fresh.until(() => tailOf(fresh).length === 1)
})

test('a write to a projection closes its writer alone, and changes nothing', async () => {
  const { commit } = await start()
  await commit(entry('a', 'close', 'one'))
  const reader = open('thread:thread')
  const writer = open('thread:thread')
  await Promise.all([reader.synced, writer.synced])
  writer.doc.getArray('tail').delete(0, 1)
  expect(await writer.closed).toBe(4405)
  const other = open('thread:thread')
  await other.synced
  other.doc.getMap('meta').set('head', 99)
  expect(await other.closed).toBe(4405)
  const third = open('thread:thread')
  await third.synced
  expect(tailOf(third)).toEqual(tailOf(reader))
  expect(tailOf(reader)).toHaveLength(1)
})

test('an empty step 2, an empty update, presence and unknown types are let pass', async () => {
  const { commit } = await start()
  await commit(entry('a', 'close', 'one'))
  const viewer = open('thread:thread')
  await viewer.synced
  viewer.send(updateFrame(new Uint8Array([0, 0])))
  viewer.send(new Uint8Array([0, 1, 2, 0, 0]))
  viewer.send(new Uint8Array([1, 1, 0]))
  viewer.send(new Uint8Array([3]))
  viewer.send(new Uint8Array([2, 0]))
  viewer.send(new Uint8Array([121, 1, 2, 3]))
  await commit(entry('b', 'close', 'two'))
  await viewer.until(() => tailOf(viewer).length === 2)
})

test.each([
  ['text', 'hello'],
  ['nothing', new Uint8Array()],
  ['a type without a payload', new Uint8Array([0])],
  ['an unknown sync type', new Uint8Array([0, 9, 0])],
  ['a payload that is cut off', new Uint8Array([0, 2, 200, 1, 1])],
  ['an update of rubbish', new Uint8Array([0, 2, 4, 255, 255, 255, 255])],
  ['a state vector of rubbish', new Uint8Array([0, 0, 3, 255, 255, 255])],
])('%s instead of a message closes 4400', async (_, frame) => {
  const { commit } = await start()
  await commit(entry('a', 'close', 'one'))
  const viewer = open('thread:thread')
  await viewer.synced
  viewer.send(frame)
  expect(await viewer.closed).toBe(4400)
})

test('a frame over the bound closes 4413 before anything of it is read', async () => {
  const { commit } = await start()
  await commit(entry('a', 'close', 'one'))
  const viewer = open('thread:thread')
  await viewer.synced
  viewer.send(new Uint8Array(70_000))
  expect(await viewer.closed).toBe(4413)
})

test('a viewer that never says what it has is closed, to connect again', async () => {
  const { commit } = await start({ firstStepMs: 30 })
  await commit(entry('a', 'close', 'one'))
  expect(await open('thread:thread', undefined, { silent: true }).closed).toBe(4503)
})

test('a quiet room shows a sign of life that names nobody', async () => {
  const { commit } = await start({ heartbeatMs: 20 })
  await commit(entry('a', 'close', 'one'))
  const viewer = open('thread:thread')
  await viewer.until(() => viewer.received.filter((type) => type === 1).length >= 3)
  expect([...viewer.awareness.getStates().keys()]).toEqual([viewer.doc.clientID])
})

test('a viewer whose connection is dead is let go', async () => {
  const { commit, rooms } = await start({ heartbeatMs: 20, deadAfterMs: 300 })
  await commit(entry('a', 'close', 'one'))
  const viewer = open('thread:thread')
  await viewer.synced
  viewer.pause()
  await expect.poll(() => rooms.stats().sockets, SOON).toBe(0)
})

test('an incarnation with too many structs ends, and its viewers find the same content in the next', async () => {
  const { commit } = await start({ structsPerIncarnation: 40, settleMs: 0 })
  await commit(entry('a', 'close', '0'))
  const first = open('thread:thread')
  await first.synced
  let ended = 0
  void first.closed.then((code) => (ended = code))
  for (let at = 1; ended === 0 && at < 200; at++) {
    await commit(entry('e' + at, 'append', 'x'))
    await commit(entry('e' + at, 'close', 'x' + at))
  }
  expect(await first.closed).toBe(4409)
  const next = open('thread:thread')
  await next.synced
  expect(next.doc.getMap('meta').get('incarnation')).not.toBe(first.doc.getMap('meta').get('incarnation'))
  expect(tailOf(next).slice(0, tailOf(first).length - 1)).toEqual(tailOf(first).slice(0, -1))
})

test('at shutdown every socket is told to come back', async () => {
  const { commit, rooms } = await start()
  await commit(entry('a', 'close', 'one'))
  const thread = open('thread:thread')
  const desk = open('desk:orb')
  await Promise.all([thread.synced, desk.synced])
  await rooms.close()
  expect(await Promise.all([thread.closed, desk.closed])).toEqual([4503, 4503])
  expect(await open('thread:thread').closed).toBe(4503)
})
