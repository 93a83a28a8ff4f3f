import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { newId } from '../../../shared/ids.ts'
import type { StreamEvent } from '../../../shared/link/events.ts'
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
  /** `ws://…/rooms/`: append a room's name and `?device=`, or name the device in the cookie. */
  readonly url: string
  readonly orbId: string
  /** Called when a socket was given to the rooms, before they can do anything further. */
  onAccepted: () => void
  /** A device of the person `me`, known to the ledger. */
  device(name: string): Promise<DeviceRow>
  /** Commits events of the orb, in one batch. */
  commit(...events: Unnumbered[]): Promise<void>
  close(): Promise<void>
}

/** Starts one, with an orb `orb` whose link is up. */
export async function openBench(timing: Partial<RoomTiming> = {}): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'perigee-rooms-'))
  const ledger = await openLedgerInProcess({ file: join(folder, 'ledger.sqlite') })
  const rooms = createRooms({ ledger, log: pino({ level: 'silent' }), now: Date.now, timing })
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
  await ledger.openLink({ ...link, key: 'key', mayEnrol: true, title: 'Orb', at: Date.now() })
  let seq = 0

  const bench: Bench = {
    ledger,
    rooms,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/rooms/`,
    orbId,
    onAccepted: () => {},
    async device(name) {
      const secret = newId()
      await ledger.createStartLink(secret, Date.now() + 60_000)
      const row = await ledger.redeemStartLink({
        secretSha256: secret,
        deviceId: newId(),
        deviceName: name,
        tokenSha256: newId(),
        at: Date.now(),
      })
      if (row === null) throw new Error('The start link was not taken.')
      devices.set(row.deviceId, row)
      return row
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
