import { expect, test } from 'vitest'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { DeviceRow } from '../ledger/ledger.ts'
import { Presence } from './presence.ts'

const phone: DeviceRow = { deviceId: 'p', deviceName: 'Phone', personId: 'me', personName: 'You' }
const laptop: DeviceRow = { deviceId: 'l', deviceName: 'Laptop', personId: 'me', personName: 'You' }

function client(id: number, state: Record<string, unknown>): Awareness {
  const doc = new Y.Doc()
  doc.clientID = id
  const awareness = new Awareness(doc)
  awareness.setLocalState(state)
  return awareness
}

const say = (awareness: Awareness): Uint8Array => encodeAwarenessUpdate(awareness, [awareness.clientID])

test('the relay states who it is, the device only what it does', () => {
  const presence = new Presence<string>(() => 1000)
  presence.join('phone', phone)
  presence.join('laptop', laptop)
  const writer = client(11, { typing: 't', by: { personName: 'Somebody else' } })
  const reader = client(22, {})
  expect(presence.receive('phone', say(writer))).toBe(true)
  const { states } = presence.gather()
  expect(presence.updateFor('phone', states)).toBe(null)
  applyAwarenessUpdate(reader, presence.updateFor('laptop', states)!, 'relay')
  expect(reader.getStates().get(11)).toEqual({
    by: phone,
    state: { typing: 't', by: { personName: 'Somebody else' } },
  })
  writer.destroy()
  reader.destroy()
})

test('a device speaks for one client id alone, and not for others', () => {
  const presence = new Presence<string>(() => 1000)
  presence.join('phone', phone)
  presence.join('laptop', laptop)
  const writer = client(11, { at: 'home' })
  presence.receive('phone', say(writer))
  presence.gather()
  // The laptop repeats what it was told about the phone, as the stock client does, and then names itself.
  expect(presence.receive('laptop', say(client(11, { at: 'elsewhere' })))).toBe(false)
  expect(presence.receive('laptop', say(client(22, { at: 'desk' })))).toBe(true)
  expect([...presence.gather().states.values()].map((state) => state.client)).toEqual([22])
})

test('who comes back on a new socket keeps its place, and the old socket takes nobody away', () => {
  const presence = new Presence<string>(() => 1000)
  presence.join('old', phone)
  presence.receive('old', say(client(11, { at: 1 })))
  presence.gather()
  presence.join('new', phone)
  expect(presence.receive('new', say(client(11, { at: 2 })))).toBe(true)
  presence.gather()
  expect(presence.leave('old')).toBe(null)
  expect(presence.leave('new')).not.toBe(null)
})

test('the newest state is passed on at a bounded rate, and the last one always', () => {
  let now = 1000
  const presence = new Presence<string>(() => now)
  presence.join('phone', phone)
  const writer = client(11, { at: 0 })
  let passed = 0
  for (let ms = 0; ms < 1000; ms += 10) {
    now = 1000 + ms
    writer.setLocalState({ at: ms })
    presence.receive('phone', say(writer))
    if (ms % 100 === 0) passed += presence.gather().states.size
  }
  expect(passed).toBe(5)
  now = 3000
  expect([...presence.gather().states.values()][0]?.json).toContain('"at":990')
  writer.destroy()
})

test('what is too large, no JSON or cut off is left out', () => {
  const presence = new Presence<string>(() => 1000)
  presence.join('phone', phone)
  expect(presence.receive('phone', say(client(11, { text: 'x'.repeat(2000) })))).toBe(false)
  expect(presence.receive('phone', new Uint8Array([1, 11, 1, 1, 123]))).toBe(false)
  expect(presence.receive('phone', new Uint8Array([200, 200]))).toBe(false)
  expect(presence.gather().states.size).toBe(0)
})

test('a newer relay is believed after an older one', () => {
  const reader = client(22, {})
  for (const now of [1000, 2000]) {
    const presence = new Presence<string>(() => now)
    presence.join('phone', phone)
    presence.receive('phone', say(client(11, { life: now })))
    presence.gather()
    applyAwarenessUpdate(reader, presence.everybodyFor('laptop'), 'relay')
    expect(reader.getStates().get(11)).toMatchObject({ state: { life: now } })
  }
  reader.destroy()
})
