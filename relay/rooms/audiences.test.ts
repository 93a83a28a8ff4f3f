import { afterEach, expect, test } from 'vitest'
import type { Grant, Scope } from '../../shared/people/grants.ts'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { permission } from '../../tests/support/ledger.ts'
import type { DeviceRow } from '../ledger/ledger.ts'
import { openBench, type Bench, type Unnumbered } from './testing/bench.ts'
import { view, type Viewer } from './testing/viewer.ts'
import type { RoomTiming } from './timing.ts'

let bench: Bench
const viewers: Viewer[] = []

afterEach(async () => {
  for (const viewer of viewers.splice(0)) viewer.close()
  await bench.close()
})

async function start(timing: Partial<RoomTiming> = {}): Promise<Bench> {
  bench = await openBench({ settleMs: 20, ...timing })
  return bench
}

function open(device: DeviceRow, room: string): Viewer {
  const viewer = view(`${bench.url}${room}?device=${device.deviceId}`)
  viewers.push(viewer)
  return viewer
}

const ORB: Scope = { kind: 'orb', orbId: 'orb' }
const thread = (threadId: string): Scope => ({ kind: 'thread', orbId: 'orb', threadId })
const observer = (scope: Scope, expiresAt: number | null = null): Grant => ({ role: 'observer', scope, expiresAt })
const operator = (scope: Scope): Grant => ({ role: 'operator', scope, expiresAt: null })

function entry(threadId: string, entryId: string): Unnumbered {
  const body = { text: entryId }
  return { type: 'entry', at: 1, threadId, runId: null, entryId, op: 'close', kind: 'agent_message', bytes: 0, body }
}

function raised(
  threadId: string,
  title: string,
): { readonly approvalId: string; readonly nonce: string; readonly event: Unnumbered } {
  const asked = permission({ threadId })
  const approval = { ...asked, toolCall: { ...asked.toolCall!, title } }
  return {
    approvalId: asked.approvalId,
    nonce: asked.nonce,
    event: { type: 'report', at: 1, report: { name: 'approval.raised', approval } },
  }
}

const keys = (viewer: Viewer, map: string): string[] => [...viewer.doc.getMap(map).keys()].sort()
const orbIn = (viewer: Viewer): FleetOrb | undefined => viewer.doc.getMap('orbs').get('orb') as FleetOrb | undefined

test('who sees one thread sees it in the orb, with what belongs to it and nothing else', async () => {
  const { commit, ledger } = await start()
  const ada = await bench.device('Laptop')
  const bob = await bench.person('Bob', [observer(thread('mine'))])
  const asked = [raised('mine', 'Mine'), raised('other', 'Other')]
  const workspace = { name: 'workspace', path: '/w', branch: null, changed: [] }
  await commit(entry('mine', 'a'), entry('other', 'b'), { type: 'report', at: 1, report: workspace })
  await commit(asked[0]!.event)
  const whole = open(ada, 'orb:orb')
  const part = open(bob, 'orb:orb')
  await Promise.all([whole.synced, part.synced])
  const by = { ...ada }
  for (const threadId of ['mine', 'other']) {
    const command = { kind: 'prompt' as const, threadId, text: 'go' }
    await ledger.recordCommand({ orbId: 'orb', commandId: 'to-' + threadId, fence: 0, command, by, at: 1 })
  }
  await ledger.recordCommand({ orbId: 'orb', commandId: 'to-all', fence: 0, command: { kind: 'stop' }, by, at: 1 })
  await commit(asked[1]!.event)
  await whole.until(() => whole.doc.getMap('approvals').size === 2)
  await commit(entry('mine', 'c'))
  await part.until(() => (part.doc.getMap('threads').get('mine') as { head?: number } | undefined)?.head === 2)
  expect(keys(whole, 'threads')).toEqual(['mine', 'other'])
  expect(keys(whole, 'commands')).toEqual(['to-all', 'to-mine', 'to-other'])
  expect(keys(whole, 'orb')).toEqual(['state', 'workspace'])
  expect(keys(part, 'threads')).toEqual(['mine'])
  expect(keys(part, 'approvals')).toEqual([asked[0]!.approvalId])
  expect(keys(part, 'commands')).toEqual(['to-mine'])
  expect(keys(part, 'orb')).toEqual(['state'])
  expect(await open(bob, 'thread:other').closed).toBe(4404)
  expect(await open(bob, 'desk:orb').closed).toBe(4403)
  await open(bob, 'thread:mine').synced
})

test('the home screen counts what a person sees, from the start and as it changes', async () => {
  const { commit } = await start()
  const ada = await bench.device('Laptop')
  const bob = await bench.person('Bob', [observer(thread('mine'))])
  await commit(entry('mine', 'a'), entry('other', 'b'), raised('other', 'Secret plan').event)
  const run = { name: 'run.state', threadId: 'other', runId: 'r', state: 'ended', commandId: null, message: null }
  await commit({ type: 'report', at: 1, report: { ...run, stopReason: 'end_turn' } })
  const whole = open(ada, 'fleet:me')
  const part = open(bob, 'fleet:' + bob.personId)
  await Promise.all([whole.until(() => orbIn(whole)?.waits === 1), part.until(() => orbIn(part) !== undefined)])
  expect(orbIn(whole)).toMatchObject({ newestThreadId: 'other', waitsFor: { title: 'Secret plan' } })
  expect(orbIn(whole)?.runEnded).not.toBeNull()
  expect(orbIn(part)).toMatchObject({
    waits: 0,
    waitsFor: null,
    newestThreadId: 'mine',
    runEnded: null,
    activity: null,
  })

  const mine = raised('mine', 'Open plan')
  await commit(mine.event, raised('other', 'Another').event)
  await part.until(() => orbIn(part)?.waits === 1)
  expect(orbIn(part)?.waitsFor).toMatchObject({ approvalId: mine.approvalId, title: 'Open plan', threadId: 'mine' })
  expect(orbIn(part)?.newestWait).toBe(mine.nonce)
  await whole.until(() => orbIn(whole)?.waits === 3)
  await commit({ type: 'report', at: 1, report: { ...run, threadId: 'mine', stopReason: 'refusal' } })
  await part.until(() => orbIn(part)?.runEnded !== null)
  const ended = { name: 'approval.ended', approvalId: mine.approvalId, outcome: 'withdrawn', message: null }
  await commit({ type: 'report', at: 1, report: ended })
  await part.until(() => orbIn(part)?.waits === 0)
  expect(JSON.stringify(part.doc.toJSON())).not.toContain('other')
})

test('a person without any grant has an empty home screen, and a grant for another orb shows that one', async () => {
  const { commit } = await start()
  await commit(entry('mine', 'a'))
  const nobody = await bench.person('Nobody', [])
  const elsewhere = await bench.person('Eve', [operator({ kind: 'orb', orbId: 'second' })])
  const second = {
    generation: 1,
    stream: 's2',
    link: 'l2',
    key: 'k2',
    admission: { kind: 'trusted' },
    title: '',
  } as const
  await bench.ledger.openLink({ ...second, orbId: 'second', at: 1 })
  const empty = open(nobody, 'fleet:' + nobody.personId)
  const eve = open(elsewhere, 'fleet:' + elsewhere.personId)
  await Promise.all([empty.synced, eve.synced])
  expect(keys(empty, 'orbs')).toEqual([])
  expect(keys(eve, 'orbs')).toEqual(['second'])
  for (const device of [nobody, elsewhere]) {
    for (const room of ['orb:orb', 'thread:mine', 'desk:orb']) expect(await open(device, room).closed).toBe(4404)
    expect(await open(device, 'fleet:me').closed).toBe(4403)
  }
  await open(elsewhere, 'desk:second').synced
})

test('all who see everything share one projection, and so do all who see the same part', async () => {
  const { commit, rooms } = await start()
  await commit(entry('a', 'x'), entry('b', 'x'))
  const everything = [await bench.device('Phone'), await bench.person('Ann', [observer(ORB)])]
  const some = [
    await bench.person('Bob', [observer(thread('a')), observer(thread('b'))]),
    await bench.person('Cid', [operator(thread('b')), observer(thread('a')), observer(thread('a'))]),
  ]
  const one = await bench.person('Dan', [observer(thread('a'))])
  const opened = [...everything, ...some, one].map((device) => open(device, 'orb:orb'))
  await Promise.all(opened.map((viewer) => viewer.synced))
  expect(rooms.stats().projections).toBe(3)
  const incarnations = opened.map((viewer) => viewer.doc.getMap('meta').get('incarnation'))
  expect(incarnations[0]).toBe(incarnations[1])
  expect(incarnations[2]).toBe(incarnations[3])
  expect(new Set(incarnations).size).toBe(3)
})

test('a change of rights closes what is no longer allowed, and makes anew what shows something else', async () => {
  const { commit } = await start()
  await commit(entry('a', 'x'), entry('b', 'x'))
  const bob = await bench.person('Bob', [operator(ORB)])
  const stays = open(await bench.device('Phone'), 'orb:orb')
  const rooms = ['fleet:' + bob.personId, 'orb:orb', 'thread:a', 'thread:b', 'desk:orb']
  const opened = rooms.map((room) => open(bob, room))
  await Promise.all([stays, ...opened].map((viewer) => viewer.synced))
  await bench.grant(bob, [observer(thread('a'))])
  const kept = opened[2]!
  expect(await Promise.all([0, 1, 3, 4].map((at) => opened[at]!.closed))).toEqual([4409, 4409, 4403, 4403])
  const again = open(bob, 'orb:orb')
  await again.synced
  expect(keys(again, 'threads')).toEqual(['a'])
  await commit(entry('a', 'still'))
  await kept.until(() => kept.doc.getArray('tail').length === 2)
  await stays.until(() => (stays.doc.getMap('threads').get('a') as { head?: number } | undefined)?.head === 2)
  await bench.grant(bob, [])
  expect(await kept.closed).toBe(4403)
  expect(await again.closed).toBe(4403)
})

test('every home screen says which roster it is shown by, and is not made anew for what it does not show', async () => {
  await start()
  const phone = await bench.device('Phone')
  const fleet = open(phone, 'fleet:me')
  const version = (): unknown => fleet.doc.getMap('meta').get('rosterVersion')
  await fleet.until(() => version() === bench.rosters.present?.version)
  await bench.person('Bob', [observer(ORB)])
  await fleet.until(() => version() === bench.rosters.present?.version)
  expect(bench.rosters.present?.version).toBe(2)
})

test('a grant that ends closes its rooms at that moment, and leaves the others', async () => {
  const { commit } = await start()
  await commit(entry('a', 'x'), entry('b', 'x'))
  const ends = Date.now() + 1500
  const bob = await bench.person('Bob', [observer(thread('a'), ends), observer(thread('b'))])
  const [a, b, fleet] = ['thread:a', 'thread:b', 'fleet:' + bob.personId].map((room) => open(bob, room))
  await Promise.all([a!.synced, b!.synced, fleet!.synced])
  expect(await a!.closed).toBe(4403)
  expect(Date.now()).toBeGreaterThanOrEqual(ends)
  expect(await fleet!.closed).toBe(4409)
  expect(await open(bob, 'thread:a').closed).toBe(4404)
  await commit(entry('b', 'still'))
  await b!.until(() => b!.doc.getArray('tail').length === 2)
})

test('removing an orb closes its rooms 4404, and takes it off every home screen', async () => {
  const { commit, ledger } = await start()
  await commit(entry('a', 'x'))
  const phone = await bench.device('Phone')
  const bob = await bench.person('Bob', [observer(thread('a'))])
  const rooms = ['orb:orb', 'thread:a', 'desk:orb'].map((room) => open(phone, room))
  const fleets = [open(phone, 'fleet:me'), open(bob, 'fleet:' + bob.personId)]
  const part = open(bob, 'orb:orb')
  await Promise.all([...rooms, ...fleets, part].map((viewer) => viewer.synced))
  await Promise.all(fleets.map((fleet) => fleet.until(() => orbIn(fleet) !== undefined)))
  await ledger.removeOrb('orb', phone, Date.now())
  expect(await Promise.all([...rooms, part].map((viewer) => viewer.closed))).toEqual([4404, 4404, 4404, 4404])
  await Promise.all(fleets.map((fleet) => fleet.until(() => orbIn(fleet) === undefined)))
  for (const room of ['orb:orb', 'thread:a', 'desk:orb']) expect(await open(phone, room).closed).toBe(4404)
})
