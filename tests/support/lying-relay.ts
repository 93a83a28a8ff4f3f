import { once } from 'node:events'
import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import type { CommandBody, LinkCommand } from '../../shared/commands/commands.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { newId } from '../../shared/ids.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { UpMessage, type Hello, type RosterHead } from '../../shared/link/messages.ts'
import { KnownReport } from '../../shared/link/reports.ts'
import { PROTOCOL, SOFTWARE } from '../../shared/version.ts'
import type { TestDevice } from './roster.ts'

/** A report of this name. */
export type Named<N extends KnownReport['name']> = Extract<KnownReport, { name: N }>

/**
 * A relay without honour. It speaks the orb link, takes and acknowledges every event, and apart from that says to the
 * runner exactly what a test tells it to: no key, no ledger and no check stands behind it.
 */
export interface LyingRelay {
  /** `ws://127.0.0.1:PORT`. */
  readonly url: string
  /** What the next welcome claims about the roster; undefined: nothing. */
  claims: RosterHead | null | undefined
  /** The next hello that nobody has taken, answered with a welcome. */
  hello(): Promise<Hello>
  send(message: object): void
  roster(entries: readonly RosterEntry[]): void
  /** A command that a device is said to have given; `more` goes over the rest. */
  command(body: CommandBody, by: TestDevice, more?: Partial<LinkCommand>): LinkCommand
  /** The first report of a name that fits, among all that ever came. */
  report<N extends KnownReport['name']>(name: N, fits?: (report: Named<N>) => boolean): Promise<Named<N>>
  /** All reports of a name so far. */
  reports<N extends KnownReport['name']>(name: N): Named<N>[]
  /** Ends the connection in a way that brings the runner back. */
  drop(): void
  dispose(): void
}

const WAIT_MS = 20_000

/** Opens it on loopback. */
export async function startLyingRelay(): Promise<LyingRelay> {
  const http = createServer()
  const server = new WebSocketServer({ server: http, path: '/link' })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0

  const epoch = newId()
  const hellos: Hello[] = []
  const told: KnownReport[] = []
  const acked = new Map<string, number>()
  let present: WebSocket | null = null
  let cmdSeq = 0
  let wake: () => void = () => {}
  let woken = new Promise<void>((resolve) => (wake = resolve))
  const changed = (): void => {
    const old = wake
    woken = new Promise<void>((resolve) => (wake = resolve))
    old()
  }
  const until = async <T>(find: () => T | undefined, what: string): Promise<T> => {
    const end = Date.now() + WAIT_MS
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (Date.now() > end) throw new Error(`no ${what} within ${WAIT_MS} ms`)
      await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, end - Date.now() + 1))])
    }
  }

  server.on('connection', (socket) => {
    present = socket
    let stream = ''
    const say = (message: object): void => socket.send(JSON.stringify(message))
    socket.on('message', (data) => {
      const message = UpMessage.parse(JSON.parse((data as Buffer).toString('utf8')))
      if (message.t === 'hello') {
        stream = message.stream
        const roster = relay.claims === undefined ? {} : { roster: relay.claims }
        const link = { link: newId(), acked: acked.get(stream) ?? 0, blobTicket: newId() }
        say({ t: 'welcome', protocol: PROTOCOL[1], epoch, ...link, ...roster })
        hellos.push(message)
        changed()
      }
      if (message.t === 'ping') say({ t: 'pong', id: message.id })
      if (message.t === 'events') {
        take(stream, message.events)
        say({ t: 'ack', stream, seq: acked.get(stream) })
      }
    })
    say({ t: 'challenge', nonce: newId(), protocol: PROTOCOL, software: SOFTWARE, epoch, now: Date.now() })
  })

  const take = (stream: string, events: readonly StreamEvent[]): void => {
    for (const event of events) {
      if (event.seq <= (acked.get(stream) ?? 0)) continue
      acked.set(stream, event.seq)
      const report = event.type === 'report' ? KnownReport.safeParse(event.report) : null
      if (report?.success === true) told.push(report.data)
    }
    changed()
  }

  const reports: LyingRelay['reports'] = (name) => told.filter((one) => one.name === name) as Named<typeof name>[]
  const relay: LyingRelay = {
    url: `ws://127.0.0.1:${port}`,
    claims: undefined,
    hello: () => until(() => hellos.shift(), 'hello'),
    send: (message) => present?.send(JSON.stringify(message)),
    roster: (entries) => relay.send({ t: 'roster', entries }),
    command(body, { device, person }, more = {}) {
      const by = {
        personId: person.personId,
        personName: person.name,
        deviceId: device.deviceId,
        deviceName: device.name,
      }
      const base = { commandId: newId(), cmdSeq: ++cmdSeq, generation: 1, fence: 0, at: Date.now(), by, command: body }
      const command = { ...base, ...more }
      relay.send({ t: 'command', command })
      return command
    },
    report: (name, fits = () => true) => until(() => reports(name).find(fits), `report ${name} that fits`),
    reports,
    drop: () => present?.close(4503),
    dispose() {
      for (const client of server.clients) client.terminate()
      server.close()
      http.close()
    },
  }
  return relay
}
