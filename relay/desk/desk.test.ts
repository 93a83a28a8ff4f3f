import { afterEach, expect, test } from 'vitest'
import * as Y from 'yjs'
import { sha256Hex } from '../../shared/json/digest.ts'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue, type QueueItem } from '../../shared/desk/desk.ts'
import type { DeviceRow } from '../ledger/ledger.ts'
import { openBench, type Bench, type Unnumbered } from '../rooms/testing/bench.ts'
import { presenceFrame, updateFrame, view, type Viewer } from '../rooms/testing/viewer.ts'
import type { RoomTiming } from '../rooms/timing.ts'

/** How long a poll waits: tests share two cores with others. */
const SOON = { timeout: 8_000, interval: 20 }

let bench: Bench
let phone: DeviceRow
let laptop: DeviceRow
const viewers: Viewer[] = []

afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close()
  await bench.close()
})

async function start(timing: Partial<RoomTiming> = {}): Promise<Bench> {
  bench = await openBench(timing)
  phone = await bench.device('Phone')
  laptop = await bench.device('Laptop')
  return bench
}

function open(device: DeviceRow, doc?: Y.Doc, room = 'desk:orb'): Viewer {
  const viewer = view(`${bench.url}${room}?device=${device.deviceId}`, doc)
  viewers.push(viewer)
  return viewer
}

function item(itemId: string, text: string, more: Partial<QueueItem> = {}): QueueItem {
  return { itemId, threadId: 'thread', text, order: 'a0', ready: true, at: 1, ...more }
}

const meta: Unnumbered = {
  type: 'report',
  at: 1,
  report: {
    name: 'thread.meta',
    threadId: 'thread',
    parentThreadId: null,
    title: null,
    createdAt: 1,
    modes: null,
    commands: [],
    options: [],
    usage: null,
  },
}

function run(state: 'running' | 'ended', runId: string, commandId: string | null): Unnumbered {
  const stopReason = state === 'ended' ? 'end_turn' : null
  return {
    type: 'report',
    at: 1,
    report: { name: 'run.state', threadId: 'thread', runId, state, commandId, stopReason, message: null },
  }
}

function effect(commandId: string, cmdSeq: number): Unnumbered {
  return {
    type: 'report',
    at: 1,
    report: { name: 'command.effect', commandId, cmdSeq, effect: 'applied', message: null },
  }
}

/** Follows the orb's room for receipts. */
async function receipts(): Promise<() => string[]> {
  const orb = open(phone, undefined, 'orb:orb')
  await orb.synced
  return () => [...orb.doc.getMap('receipts').keys()]
}

test('what one device writes the other gets, and the writer is told that it is kept', async () => {
  await start()
  const one = open(phone)
  const two = open(laptop)
  await Promise.all([one.synced, two.synced])
  draftOf(one.doc, 'thread').insert(0, 'hello')
  await two.until(() => draftOf(two.doc, 'thread').toString() === 'hello')
  await one.until(() => one.kept.get(one.doc.clientID) === 5)
  expect(two.kept.size).toBe(0)
})

test('“kept” is said only after the commit: what it covers is in the ledger', async () => {
  const { ledger } = await start()
  const one = open(phone)
  await one.synced
  for (let at = 0; at < 20; at++) draftOf(one.doc, 'thread').insert(at, 'x')
  await one.until(() => (one.kept.get(one.doc.clientID) ?? 0) >= 1)
  const stored = new Y.Doc()
  const covered = one.kept.get(one.doc.clientID)!
  for (const { update } of await ledger.deskUpdates('orb')) Y.applyUpdate(stored, update)
  expect(draftOf(stored, 'thread').length).toBeGreaterThanOrEqual(covered)
})

test('a device that was offline uploads what it has, and a desk outlives its relay’s memory', async () => {
  await start({ keepMs: 0 })
  const offline = new Y.Doc()
  draftOf(offline, 'thread').insert(0, 'written in a tunnel')
  const one = open(phone, offline)
  await one.until(() => one.kept.has(offline.clientID))
  one.close()
  await one.closed
  await expect.poll(() => bench.rooms.stats().desks, SOON).toBe(0)
  const two = open(laptop)
  await two.synced
  expect(draftOf(two.doc, 'thread').toString()).toBe('written in a tunnel')
})

test('new text under the client id of another device is refused with 4403, and nobody sees it', async () => {
  await start()
  const one = open(phone)
  await one.synced
  draftOf(one.doc, 'thread').insert(0, 'mine')
  await one.until(() => one.kept.size > 0)
  const forged = new Y.Doc()
  Y.applyUpdate(forged, Y.encodeStateAsUpdate(one.doc))
  forged.clientID = one.doc.clientID
  draftOf(forged, 'thread').insert(4, ' and forged')
  expect(await open(laptop, forged).closed).toBe(4403)
  const two = open(laptop)
  await two.synced
  expect(draftOf(two.doc, 'thread').toString()).toBe('mine')
  draftOf(one.doc, 'thread').insert(4, '!')
  await two.until(() => draftOf(two.doc, 'thread').toString() === 'mine!')
})

test('a device may delete what another wrote', async () => {
  await start()
  const one = open(phone)
  await one.synced
  putQueueItem(one.doc, item('a', 'text', { ready: false }))
  const two = open(laptop)
  await two.until(() => readQueue(two.doc).length === 1)
  queueOf(two.doc).delete('a')
  await one.until(() => readQueue(one.doc).length === 0)
})

test('an update that builds on what the relay has not is refused with 4400, and leaves nothing behind', async () => {
  const { ledger } = await start()
  const writer = new Y.Doc()
  draftOf(writer, 'thread').insert(0, 'one')
  const before = Y.encodeStateVector(writer)
  draftOf(writer, 'thread').insert(3, ' two')
  const one = open(phone)
  await one.synced
  one.send(updateFrame(Y.encodeStateAsUpdate(writer, before)))
  expect(await one.closed).toBe(4400)
  expect(await ledger.deskUpdates('orb')).toEqual([])
})

test.each([
  ['rubbish', new Uint8Array([0, 2, 4, 255, 255, 255, 255]), 4400],
  ['an empty frame', new Uint8Array(), 4400],
  ['text', 'hello', 4400],
  ['a frame over the bound', new Uint8Array(1_100_000), 4413],
])('%s closes its sender alone', async (_, frame, code) => {
  await start()
  const one = open(phone)
  const two = open(laptop)
  await Promise.all([one.synced, two.synced])
  one.send(frame)
  expect(await one.closed).toBe(code)
  draftOf(two.doc, 'thread').insert(0, 'still here')
  await two.until(() => two.kept.size === 1)
})

test('a live update over 64 KiB and a desk over 1 MiB close 4413, and what was kept stays', async () => {
  await start()
  const one = open(phone)
  await one.synced
  draftOf(one.doc, 'thread').insert(0, 'x'.repeat(70_000))
  expect(await one.closed).toBe(4413)

  const two = open(laptop)
  await two.synced
  let refused = 0
  void two.closed.then((code) => (refused = code))
  for (let at = 0; at < 20 && refused === 0; at++) {
    draftOf(two.doc, 'thread').insert(0, String.fromCharCode(97 + at).repeat(60_000))
    await Promise.race([two.closed, two.until(() => (two.kept.get(two.doc.clientID) ?? 0) >= (at + 1) * 60_000)])
  }
  expect(await two.closed).toBe(4413)
  const three = open(phone)
  await three.synced
  expect(draftOf(three.doc, 'thread').length).toBe(17 * 60_000)
  // Deleting makes room again.
  draftOf(three.doc, 'thread').delete(0, 900_000)
  draftOf(three.doc, 'thread').insert(0, 'room')
  await three.until(() => three.kept.get(three.doc.clientID) === 4)
})

test('the log of a desk is replaced by one update now and then, and says the same', async () => {
  const { ledger } = await start()
  const one = open(phone)
  await one.synced
  for (let at = 0; at < 130; at++) draftOf(one.doc, 'thread').insert(at, String(at % 10))
  await one.until(() => one.kept.get(one.doc.clientID) === 130)
  const rows = await ledger.deskUpdates('orb')
  expect(rows.length).toBeLessThan(60)
  const stored = new Y.Doc()
  for (const { update } of rows) Y.applyUpdate(stored, update)
  expect(draftOf(stored, 'thread').toString()).toBe(draftOf(one.doc, 'thread').toString())
})

test('who is at a desk is said by the relay, without echo, and taken back when a device goes', async () => {
  await start({ presenceMs: 5 })
  const one = open(phone)
  const two = open(laptop)
  await Promise.all([one.synced, two.synced])
  one.awareness.setLocalState({ typing: true })
  one.send(presenceFrame(one.awareness))
  await two.until(() => two.awareness.getStates().has(one.doc.clientID))
  expect(two.awareness.getStates().get(one.doc.clientID)).toMatchObject({
    by: { deviceName: 'Phone', personId: 'me' },
    state: { typing: true },
  })
  const late = open(laptop)
  await late.until(() => late.awareness.getStates().has(one.doc.clientID))
  one.close()
  await two.until(() => !two.awareness.getStates().has(one.doc.clientID))
})

test('a ready item is taken once, with nobody at the desk, and the next one when the run has ended', async () => {
  const { commit, ledger } = await start({ keepMs: 0 })
  await commit(meta)
  const taken = await receipts()
  await commit(run('running', 'r0', null))
  const one = open(phone)
  await one.synced
  putQueueItem(one.doc, item('second', 'then this', { order: 'a1' }))
  putQueueItem(one.doc, item('first', 'do this', { order: 'a0' }))
  putQueueItem(one.doc, item('draft', 'not yet', { order: 'a00', ready: false }))
  await one.until(() => (one.kept.get(one.doc.clientID) ?? 0) > 20)
  one.close()
  await one.closed
  expect(taken()).toEqual([])

  await commit(run('ended', 'r0', null))
  await expect.poll(taken, SOON).toEqual(['first'])
  const [command] = await ledger.unfinishedCommands('orb', 0)
  expect(command).toMatchObject({
    commandId: 'first',
    command: { kind: 'prompt', threadId: 'thread', text: 'do this' },
    by: { deviceName: 'Phone', personId: 'me' },
  })
  await commit(run('running', 'r1', 'first'), effect('first', command!.cmdSeq), run('ended', 'r1', 'first'))
  await expect.poll(taken, SOON).toEqual(['first', 'second'])
  const after = await ledger.unfinishedCommands('orb', 0)
  expect(after.map((each) => each.commandId)).toEqual(['second'])
})

test('an item is taken only while its author may operate the orb, and holds up nobody else’s', async () => {
  const { commit } = await start()
  await commit(meta)
  const taken = await receipts()
  const may = { role: 'operator', scope: { kind: 'orb', orbId: 'orb' }, expiresAt: null } as const
  const bob = await bench.person('Bob', [may])
  await commit(run('running', 'r0', null))
  const his = open(bob)
  const hers = open(phone)
  await Promise.all([his.synced, hers.synced])
  putQueueItem(his.doc, item('his', 'mischief', { order: 'a0' }))
  putQueueItem(hers.doc, item('hers', 'work', { order: 'a1' }))
  await Promise.all([his.until(() => his.kept.size > 0), hers.until(() => hers.kept.size > 0)])
  await bench.grant(bob, [])
  expect(await his.closed).toBe(4403)
  await commit(run('ended', 'r0', null))
  await expect.poll(taken, SOON).toEqual(['hers'])
  await commit(run('running', 'r1', 'hers'), effect('hers', 1), run('ended', 'r1', 'hers'))
  await bench.grant(bob, [{ ...may, role: 'observer' }])
  expect(taken()).toEqual(['hers'])
  await bench.grant(bob, [may])
  await expect.poll(taken, SOON).toEqual(['hers', 'his'])
})

test('what a lost phone had made ready is taken no more, until its person says so on another device', async () => {
  const { commit } = await start()
  await commit(meta)
  const taken = await receipts()
  await commit(run('running', 'r0', null))
  const lost = await bench.device('Lost phone')
  const one = open(lost)
  const other = open(phone)
  await Promise.all([one.synced, other.synced])
  putQueueItem(one.doc, item('lost', 'mischief', { order: 'a0' }))
  await other.until(() => queueTextOf(other.doc, 'lost') !== null)
  putQueueItem(other.doc, item('mine', 'work', { order: 'a1' }))
  await other.until(() => other.kept.size > 0)
  await bench.revoke(lost)
  await commit(run('ended', 'r0', null))
  await expect.poll(taken, SOON).toEqual(['mine'])
  await commit(run('running', 'r1', 'mine'), effect('mine', 1))
  ;(queueOf(other.doc).get('lost') as Y.Map<unknown>).set('ready', true)
  await commit(run('ended', 'r1', 'mine'))
  await expect.poll(taken, SOON).toEqual(['mine', 'lost'])
})

test('items that cannot be a prompt do not hold up those behind them', async () => {
  const { commit } = await start()
  await commit(meta)
  const taken = await receipts()
  const offline = new Y.Doc()
  putQueueItem(offline, item('empty', '  ', { order: 'a0' }))
  putQueueItem(offline, item('huge', 'x'.repeat(140_000), { order: 'a1' }))
  putQueueItem(offline, item('not an id', 'text', { order: 'a2' }))
  queueOf(offline).set('nonsense', 7)
  putQueueItem(offline, item('good', 'go', { order: 'a3' }))
  open(phone, offline)
  await expect.poll(taken, SOON).toEqual(['good'])
})

test('a later edit can be told by the hash on the receipt', async () => {
  const { commit } = await start()
  await commit(meta)
  const orb = open(laptop, undefined, 'orb:orb')
  const one = open(phone)
  await Promise.all([orb.synced, one.synced])
  putQueueItem(one.doc, item('a', 'as taken'))
  await orb.until(() => orb.doc.getMap('receipts').has('a'))
  queueTextOf(one.doc, 'a')?.insert(0, 'not ')
  const receipt = orb.doc.getMap('receipts').get('a') as { textSha256: string }
  expect(receipt.textSha256).toBe(await sha256Hex(new TextEncoder().encode('as taken')))
})

test('an item and a command of one id never both run', async () => {
  const { commit, ledger, orbId } = await start()
  await commit(meta)
  const one = open(phone)
  await one.synced
  const by = { personId: 'me', personName: 'You', deviceId: phone.deviceId, deviceName: 'Phone' }
  const command = { kind: 'prompt' as const, threadId: 'thread', text: 'once' }
  for (let at = 0; at < 10; at++) {
    const id = 'both' + at
    const asCommand = ledger.recordCommand({ orbId, commandId: id, fence: 0, command, by, at: 1 })
    putQueueItem(one.doc, item(id, 'once'))
    await asCommand
    const waiting = await ledger.unfinishedCommands(orbId, 0)
    expect(waiting.map((each) => each.commandId)).toEqual([id])
    await commit(effect(id, waiting[0]!.cmdSeq))
  }
  await one.until(() => (one.kept.get(one.doc.clientID) ?? 0) > 0)
  expect(await ledger.unfinishedCommands(orbId, 0)).toEqual([])
})

test('an item for an orb that is away is taken when it is back', async () => {
  const { commit, ledger, orbId } = await start()
  await commit(meta)
  const taken = await receipts()
  const link = {
    orbId,
    key: 'key',
    admission: { kind: 'none' } as const,
    generation: 1,
    stream: 'other',
    title: 'Orb',
    at: 1,
  }
  await ledger.openLink({ ...link, link: 'l2' })
  await ledger.closeLink(orbId, 'l2', 2)
  const one = open(phone)
  await one.synced
  putQueueItem(one.doc, item('a', 'when you are back'))
  await one.until(() => one.kept.size > 0)
  expect(taken()).toEqual([])
  await ledger.openLink({ ...link, link: 'l3', at: 3 })
  await expect.poll(taken, SOON).toEqual(['a'])
})
