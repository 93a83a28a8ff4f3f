import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as Y from 'yjs'
import { view, type Viewer } from '../../relay/rooms/testing/viewer.ts'
import { draftOf, putQueueItem, queueOf, queueTextOf, readQueue } from '../../shared/desk/desk.ts'
import { newId } from '../../shared/ids.ts'
import { sha256Hex } from '../../shared/json/digest.ts'
import { QueueReceipt } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { deskRunner, type DeskRunner } from '../support/desk-runner.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'

/** How long a poll waits: tests share two cores with others. */
const SOON = { timeout: 8_000, interval: 20 }
/** A relay that starts again on a busy machine takes its time. */
const SLOW = { timeout: 90_000 }

let relay: RelayProcess
let devices: Record<DeviceName, SignedIn>
const viewers: Viewer[] = []
const runners: DeskRunner[] = []

type DeviceName = 'phone' | 'laptop' | 'tablet'
const NAMES: readonly DeviceName[] = ['phone', 'laptop', 'tablet']
const ORDERS: readonly (readonly DeviceName[])[] = [
  ['phone', 'laptop', 'tablet'],
  ['phone', 'tablet', 'laptop'],
  ['laptop', 'phone', 'tablet'],
  ['laptop', 'tablet', 'phone'],
  ['tablet', 'phone', 'laptop'],
  ['tablet', 'laptop', 'phone'],
]

beforeAll(async () => {
  relay = await startRelayProcess()
  devices = {
    phone: await relay.signIn('Phone'),
    laptop: await relay.signIn('Laptop'),
    tablet: await relay.signIn('Tablet'),
  }
})
afterAll(() => relay.dispose())
afterEach(() => {
  for (const viewer of viewers.splice(0)) viewer.close()
  for (const runner of runners.splice(0)) runner.close()
})

async function newRunner(): Promise<DeskRunner> {
  const runner = await deskRunner(relay)
  runners.push(runner)
  return runner
}

function open(device: DeviceName, room: string, doc?: Y.Doc): Viewer {
  const headers = { cookie: devices[device].cookie, origin: relay.url }
  const viewer = view(`${relay.url.replace('http', 'ws')}/rooms/${room}`, doc, { headers })
  viewers.push(viewer)
  return viewer
}

/** Connects a device's document, and waits until the relay has committed what it holds and given what it has. */
async function join(device: DeviceName, room: string, doc?: Y.Doc): Promise<Viewer> {
  const viewer = open(device, room, doc)
  await viewer.synced
  await viewer.until(() => isKept(viewer))
  return viewer
}

function isKept(viewer: Viewer): boolean {
  const mine = Y.decodeStateVector(Y.encodeStateVector(viewer.doc)).get(viewer.doc.clientID) ?? 0
  return mine === 0 || (viewer.kept.get(viewer.doc.clientID) ?? 0) >= mine
}

async function leave(viewer: Viewer): Promise<void> {
  viewer.close()
  await viewer.closed
}

function receiptsOf(viewer: Viewer): ReadonlyMap<string, QueueReceipt> {
  return new Map([...viewer.doc.getMap('receipts')].map(([key, value]) => [key, QueueReceipt.parse(value)]))
}

/** What each device does while it is offline, with the whole desk of before in its hands. */
function editOffline(device: DeviceName, doc: Y.Doc, threadId: string): void {
  const put = (itemId: string, order: string): void =>
    putQueueItem(doc, { itemId, threadId, text: `from the ${device}`, order, ready: true, at: 1 })
  const draft = draftOf(doc, threadId)
  const set = (itemId: string, key: string, value: unknown): void => {
    const item = queueOf(doc).get(itemId)
    if (item instanceof Y.Map) item.set(key, value)
  }
  const prefix = threadId.slice(0, 8)
  if (device === 'phone') {
    queueTextOf(doc, prefix + '-a')?.insert(0, 'phone: ')
    set(prefix + '-c', 'order', 'a0V')
    draft.insert(draft.length, ' phone')
  } else if (device === 'laptop') {
    queueTextOf(doc, prefix + '-a')?.insert(5, ' laptop')
    queueOf(doc).delete(prefix + '-b')
    draft.insert(0, 'laptop ')
  } else {
    set(prefix + '-a', 'order', 'a9')
    set(prefix + '-c', 'ready', true)
    draft.insert(4, ' tablet')
  }
  put(`${prefix}-${device}`, 'a5')
}

test.each(ORDERS.map((order) => [order.join(', '), order] as const))(
  'three devices that worked offline join as %s: one state, no text lost, each ready item taken once',
  async (_, order) => {
    const runner = await newRunner()
    const { threadId } = runner
    const room = roomName('desk', runner.orb.orbId)
    const prefix = threadId.slice(0, 8)
    const first = await join('phone', room)
    draftOf(first.doc, threadId).insert(0, 'plan')
    for (const [at, id] of ['a', 'b', 'c'].entries()) {
      putQueueItem(first.doc, {
        itemId: `${prefix}-${id}`,
        threadId,
        text: 'item ' + id,
        order: 'a' + at,
        ready: false,
        at: 1,
      })
    }
    await first.until(() => isKept(first))
    const docs = Object.fromEntries(NAMES.map((name) => [name, new Y.Doc()])) as Record<DeviceName, Y.Doc>
    for (const name of NAMES) await leave(await join(name, room, docs[name]))
    await leave(first)

    for (const name of NAMES) editOffline(name, docs[name], threadId)
    for (const name of order) await join(name, room, docs[name])
    const newcomer = await join('phone', room)
    const state = (doc: Y.Doc): unknown => [draftOf(doc, threadId).toString(), readQueue(doc)]
    for (const name of NAMES) {
      await expect.poll(() => JSON.stringify(state(docs[name])), SOON).toBe(JSON.stringify(state(newcomer.doc)))
    }
    const draft = draftOf(newcomer.doc, threadId).toString()
    for (const text of ['plan', ' phone', 'laptop ', ' tablet']) expect(draft).toContain(text)
    const items = new Map(readQueue(newcomer.doc).map((item) => [item.itemId.slice(9), item]))
    expect([...items.keys()].sort()).toEqual(['a', 'c', 'laptop', 'phone', 'tablet'])
    for (const text of ['phone: ', ' laptop', 'item']) expect(items.get('a')?.text).toContain(text)

    await runner.until(() => runner.commands.length >= 4)
    expect(runner.commands.map((command) => command.commandId.slice(9)).sort()).toEqual([
      'c',
      'laptop',
      'phone',
      'tablet',
    ])
    const phones = runner.commands.find((command) => command.commandId === prefix + '-phone')
    expect(phones?.command).toEqual({ kind: 'prompt', threadId, text: 'from the phone' })
    expect(phones?.by.deviceName).toBe('Phone')
  },
)

test('an edit that comes after the take is kept, and told by the receipt', async () => {
  const runner = await newRunner()
  runner.endsRuns = false
  const room = roomName('desk', runner.orb.orbId)
  const orbRoom = open('laptop', roomName('orb', runner.orb.orbId))
  const phone = await join('phone', room)
  const itemId = newId()
  putQueueItem(phone.doc, { itemId, threadId: runner.threadId, text: 'early', order: 'a0', ready: false, at: 1 })
  await phone.until(() => isKept(phone))
  const offline = new Y.Doc()
  await leave(await join('laptop', room, offline))
  queueTextOf(offline, itemId)?.insert(5, ' and late')

  const item = queueOf(phone.doc).get(itemId)
  if (item instanceof Y.Map) item.set('ready', true)
  await orbRoom.until(() => receiptsOf(orbRoom).has(itemId))
  const laptop = await join('laptop', room, offline)
  await expect.poll(() => queueTextOf(phone.doc, itemId)?.toString(), SOON).toBe('early and late')
  const receipt = receiptsOf(orbRoom).get(itemId)
  expect(receipt?.textSha256).toBe(await sha256Hex(new TextEncoder().encode('early')))
  expect(receipt?.textSha256).not.toBe(
    await sha256Hex(new TextEncoder().encode(queueTextOf(laptop.doc, itemId)?.toString())),
  )
  runner.endRun()
  await leave(laptop)
  expect(runner.commands).toHaveLength(1)
})

test('what was said to be kept is there after the relay is killed in mid-typing', SLOW, async () => {
  const runner = await newRunner()
  const room = roomName('desk', runner.orb.orbId)
  for (let round = 0; round < 2; round++) {
    const phone = await join('phone', room)
    const draft = draftOf(phone.doc, 'round' + round)
    const typing = setInterval(() => draft.insert(draft.length, 'x'), 1)
    await phone.until(() => (phone.kept.get(phone.doc.clientID) ?? 0) > 20 + round * 30)
    const restarted = relay.restart()
    await phone.closed
    clearInterval(typing)
    await restarted
    const kept = phone.kept.get(phone.doc.clientID)!
    const fresh = await join('tablet', room)
    expect(draftOf(fresh.doc, 'round' + round).length).toBeGreaterThanOrEqual(kept)
    // The device that is still alive uploads the rest.
    await leave(await join('phone', room, phone.doc))
    await fresh.until(() => draftOf(fresh.doc, 'round' + round).length === draft.length)
  }
})

test('a command and a queue item of one id never both run', async () => {
  const runner = await newRunner()
  const phone = await join('phone', roomName('desk', runner.orb.orbId))
  const ids = Array.from({ length: 12 }, () => newId())
  for (const [at, id] of ids.entries()) {
    const text = 'once'
    const put = (): void =>
      putQueueItem(phone.doc, { itemId: id, threadId: runner.threadId, text, order: 'a' + at, ready: true, at: 1 })
    if (at % 3 === 0) put()
    const asked = relay.askAs(devices.phone, 'POST', `/api/orbs/${runner.orb.orbId}/commands`, {
      commandId: id,
      fence: 0,
      command: { kind: 'prompt', threadId: runner.threadId, text },
    })
    if (at % 3 === 1) put()
    await asked
    if (at % 3 === 2) put()
  }
  await runner.until(() => ids.every((id) => runner.commands.some((command) => command.commandId === id)))
  const last = newId()
  putQueueItem(phone.doc, { itemId: last, threadId: runner.threadId, text: 'end', order: 'b', ready: true, at: 1 })
  await runner.until(() => runner.commands.some((command) => command.commandId === last))
  expect(runner.commands.map((command) => command.commandId).sort()).toEqual([...ids, last].sort())
})

test('an item that was typed while the relay was down is taken once, with nobody at the desk', SLOW, async () => {
  const runner = await newRunner()
  runner.endsRuns = false
  const room = roomName('desk', runner.orb.orbId)
  const put = (doc: Y.Doc, text: string, order: string): void =>
    putQueueItem(doc, { itemId: newId(), threadId: runner.threadId, text, order, ready: true, at: 1 })
  const phone = await join('phone', room)
  put(phone.doc, 'keeps it busy', 'a0')
  await runner.until(() => runner.commands.length === 1)
  await leave(phone)

  await relay.kill()
  put(phone.doc, 'typed in a tunnel', 'a1')
  await relay.restart()
  await leave(await join('phone', room, phone.doc))
  expect(runner.commands).toHaveLength(1)
  // A relay that starts looks at its desks by itself.
  await relay.restart()
  runner.endsRuns = true
  runner.endRun()
  await runner.until(() => runner.commands.length === 2)
  expect(runner.commands[1]?.command).toMatchObject({ text: 'typed in a tunnel' })
})
