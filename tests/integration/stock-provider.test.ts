import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as Y from 'yjs'
import { EntriesPage } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'
import type { EntryEvent } from '../../shared/link/events.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { foldSteps } from '../../shared/transcripts/fold.ts'
import { EMPTY_TRANSCRIPT, reduceTranscript, type Entry } from '../../shared/transcripts/transcript.ts'
import { clientViewer, type ClientViewer } from '../support/client-viewer.ts'
import { entryEvent, makeOrb } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess, type SignedIn } from '../support/relay-process.ts'
import { readThreadRoom } from '../support/room-content.ts'
import type { RoomAddress } from '../support/room-reader.ts'
import { stockViewer, type StockViewer } from '../support/stock-viewer.ts'
import { stubbornOrb, type StubbornOrb } from '../support/stubborn-orb.ts'

/** A relay that starts again on a busy machine takes its time, and clients back off meanwhile. */
const SLOW = { timeout: 90_000 }

let relay: RelayProcess
let device: SignedIn
let orb: StubbornOrb
let threadId: string
/** Everything that the orb was given, in order: the truth. */
let events: EntryEvent[]
let stock: StockViewer
let ours: ClientViewer

beforeAll(async () => {
  relay = await startRelayProcess()
  device = await relay.signIn('Node')
})
afterAll(() => relay.dispose())

beforeEach(async () => {
  threadId = newId()
  events = []
  orb = stubbornOrb(relay, await makeOrb(), 5)
  give(message('first', ['hello ', 'there']))
  await orb.until(events.length)
  stock = stockViewer(address())
  ours = clientViewer(address())
  await bothEqualTheLedger()
})
afterEach(() => {
  stock.destroy()
  ours.close()
  orb.stop()
})

function address(): RoomAddress {
  return { relayUrl: relay.url, name: roomName('thread', threadId), device }
}

/** A message that is streamed and then closed with its whole text. */
function message(entryId: string, deltas: readonly string[]): Partial<EntryEvent>[] {
  const steps = deltas.map((text) => ({ entryId, op: 'append' as const, body: { text } }))
  return [...steps, { entryId, op: 'close', body: { text: deltas.join('') } }]
}

function give(more: readonly Partial<EntryEvent>[]): void {
  const made = more.map((each, at) => entryEvent(events.length + at + 1, { threadId, ...each }))
  events.push(...made)
  orb.give(made)
}

/** The transcript that the orb's events make: the stream holds nothing else, so seq and position are the same. */
function transcript(): readonly Entry[] {
  return reduceTranscript(
    EMPTY_TRANSCRIPT,
    events.map((event) => ({ ...event, position: event.seq })),
  ).entries
}

function shows(doc: Y.Doc): boolean {
  const { meta } = readThreadRoom(doc)
  return meta.head === events.length
}

async function bothEqualTheLedger(): Promise<void> {
  await orb.until(events.length)
  await Promise.all([stock.until(shows), ours.until(shows)])
  const newest = transcript().slice(-LIMITS.tailEntries)
  for (const doc of [stock.doc, ours.doc]) expect(readThreadRoom(doc!).entries).toEqual(newest)
  expect(await pageOfTheLedger()).toEqual(newest.slice(-LIMITS.pageEntries))
}

async function pageOfTheLedger(): Promise<Entry[]> {
  const answer = await relay.askAs(device, 'GET', `/api/threads/${threadId}/entries`)
  return EntriesPage.parse(answer.json()).entries.map((entry) => {
    if ('header' in entry) return { ...entry.header, open: true, body: foldSteps(entry.steps) }
    const { closedAt: _, ...closed } = entry
    return { ...closed, open: false }
  })
}

test('both equal the ledger while events stream and the relay is killed again and again', SLOW, async () => {
  for (let round = 0; round < 2; round++) {
    for (let at = 0; at < 40; at++) give(message(`r${round}-${at}`, ['one ', 'two ', 'three']))
    await orb.until(events.length - 100 + round * 20)
    await relay.restart()
  }
  await bothEqualTheLedger()
  expect(stock.finalCodes).toContain(4409)
  expect(ours.lives).toBeGreaterThan(1)
})

test('both equal the ledger with an entry open across the end of the relay', SLOW, async () => {
  give([{ entryId: 'open', op: 'append', body: { text: 'before ' } }])
  await bothEqualTheLedger()
  await relay.restart()
  give([{ entryId: 'open', op: 'append', body: { text: 'after' } }])
  await bothEqualTheLedger()
  give([{ entryId: 'open', op: 'close', body: { text: 'before after' } }])
  await bothEqualTheLedger()
})

test('a refused write costs its writer the copy, and both equal the ledger after it', async () => {
  stock.doc.getArray('tail').push(['mine'])
  ours.doc?.getMap('meta').set('head', 1000)
  give(message('after', ['still ', 'right']))
  await stock.until(() => stock.finalCodes.length === 1)
  await bothEqualTheLedger()
  expect(stock.finalCodes).toEqual([4405])
})

test('a copy with a clock ahead of the relay’s is given up, and the next equals the ledger', async () => {
  const ahead = new Y.Doc()
  Y.applyUpdate(ahead, Y.encodeStateAsUpdate(stock.doc))
  ahead.clientID = readThreadRoom(stock.doc).meta.incarnation
  ahead.getMap('meta').set('head', 1000)
  stock.destroy()
  stock = stockViewer(address(), ahead)
  await bothEqualTheLedger()
  expect(stock.finalCodes).toEqual([4409])
})

test('a device whose own clock is an hour ahead sees the same', async () => {
  vi.useFakeTimers({ now: Date.now() + 3_600_000, toFake: ['Date'] })
  try {
    give(message('later', ['a', 'b']))
    await bothEqualTheLedger()
    expect(stock.drops).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('more entries than a room holds: the newest are shown, and meta says where they begin', async () => {
  for (let at = 0; at < 150; at++) give(message('many' + at, ['x', 'y']))
  await bothEqualTheLedger()
  for (let at = 0; at < 150; at++) give(message('more' + at, ['x', 'y']))
  await bothEqualTheLedger()
  const { meta, entries } = readThreadRoom(stock.doc)
  expect(entries).toHaveLength(LIMITS.tailEntries)
  expect(meta.firstPosition).toBe(entries[0]?.position)
})

test.runIf(process.env['PERIGEE_LONG'] === '1')(
  'a quiet minute does not cost the stock provider its connection',
  { timeout: 120_000 },
  async () => {
    const before = stock.drops
    await new Promise((resolve) => setTimeout(resolve, 65_000))
    expect(stock.drops).toBe(before)
    give(message('after', ['a quiet ', 'minute']))
    await bothEqualTheLedger()
    expect(stock.finalCodes).toEqual([])
  },
)
