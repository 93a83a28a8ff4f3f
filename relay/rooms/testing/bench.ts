import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { newId } from '../../../shared/ids.ts'
import type { StreamEvent } from '../../../shared/link/events.ts'
import type { Grant } from '../../../shared/people/grants.ts'
import { makeDevice, testRoster, type TestDevice } from '../../../tests/support/roster.ts'
import { openRosters, type Rosters } from '../../devices/rosters.ts'
import { openLedgerInProcess } from '../../ledger/in-process.ts'
import type { DeviceRow, Ledger } from '../../ledger/ledger.ts'
import { createRooms, ROOM_MESSAGE_BYTES, type Rooms } from '../rooms.ts'
import type { RoomTiming } from '../timing.ts'

/** An event before its stream gives it a number. */
export type Unnumbered = StreamEvent extends infer E ? (E extends StreamEvent ? Omit<E, 'seq'> : never) : never

/** Rooms over a real ledger and real sockets, without the rest of a relay. */
export interface Bench {
  readonly ledger: Ledger
  readonly rooms: Rooms
  readonly rosters: Rosters
  /** `ws://…/rooms/`: append a room's name and `?device=`, or name the device in the cookie. */
  readonly url: string
  readonly orbId: string
  /** Called when a socket was given to the rooms, before they can do anything further. */
  onAccepted: () => void
  /** One more device of the person `me`, who owns everything. */
  device(name: string): Promise<DeviceRow>
  /** A person with one device. */
  person(name: string, grants: readonly Grant[]): Promise<DeviceRow>
  /** Changes what a person may do. */
  grant(device: DeviceRow, grants: readonly Grant[]): Promise<void>
  /** Takes a device from its person, by another one of an owner's. */
  revoke(device: DeviceRow): Promise<void>
  /** Commits events of the orb, in one batch. */
  commit(...events: Unnumbered[]): Promise<void>
  close(): Promise<void>
}

/** Starts one, with an orb `orb` whose link is up. */
export async function openBench(timing: Partial<RoomTiming> = {}): Promise<Bench> {
  const log = pino({ level: 'silent' })
  const folder = await mkdtemp(join(tmpdir(), 'perigee-rooms-'))
  const ledger = await openLedgerInProcess({ file: join(folder, 'ledger.sqlite') })
  const roster = await testRoster(await makeDevice({ personId: 'me', name: 'You' }))
  const rosters = await openRosters({ ledger, log, now: Date.now })
  const take = async (outcome: ReturnType<Rosters['append']>): Promise<void> => {
    const { outcome: said } = await outcome
    if (said !== 'appended') throw new Error('The roster took no entry: ' + said)
  }
  for (const entry of roster.entries) await take(rosters.found(entry))
  const rooms = createRooms({ ledger, rosters, log, now: Date.now, timing })
  const devices = new Map<string, DeviceRow>()
  const server = createServer()
  const sockets = new WebSocketServer({ server, maxPayload: ROOM_MESSAGE_BYTES })
  sockets.on('connection', (socket, request) => {
    const url = new URL(request.url ?? '/', 'http://bench')
    const device = devices.get(url.searchParams.get('device') ?? request.headers.cookie ?? '')
    if (device === undefined) socket.close()
    else {
      rooms.accept(socket, { name: decodeURIComponent(url.pathname.replace('/rooms/', '')), device })
      bench.onAccepted()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const orbId = 'orb'
  const link = { orbId, generation: 1, stream: newId(), link: newId() }
  await ledger.openLink({ ...link, key: 'key', admission: { kind: 'trusted' }, title: 'Orb', at: Date.now() })
  let seq = 0

  const add = async ({ device, person }: TestDevice): Promise<DeviceRow> => {
    await take(rosters.append(await roster.add({ kind: 'device.add', device, person }), null))
    const { deviceId, name: deviceName, personId } = device
    const row = { deviceId, deviceName, personId, personName: person.name }
    devices.set(deviceId, row)
    return row
  }

  const bench: Bench = {
    ledger,
    rooms,
    rosters,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rooms/`,
    orbId,
    onAccepted: () => {},
    device: async (name) => add(await makeDevice(roster.owner.person, { name })),
    person: async (name, grants) => add(await makeDevice({ name, grants: [...grants] }, { name: name + "'s" })),
    async grant({ personId, personName: name }, grants) {
      const person = { personId, name, grants: [...grants] }
      await take(rosters.append(await roster.add({ kind: 'person.set', person }), null))
    },
    async revoke({ deviceId }) {
      await take(rosters.append(await roster.add({ kind: 'device.revoke', deviceId, why: 'lost' }), null))
    },
    async commit(...events) {
      const numbered = events.map((event) => ({ ...event, seq: ++seq }) as StreamEvent)
      const outcome = await ledger.commitEvents({ ...link, events: numbered, receivedAt: Date.now() })
      if (outcome.outcome !== 'committed') throw new Error(`The events were not committed: ${outcome.outcome}`)
    },
    async close() {
      await rooms.close()
      for (const socket of sockets.clients) socket.terminate()
      server.close()
      await ledger.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return bench
}
