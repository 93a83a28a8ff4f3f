import { createServer } from 'node:http'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { newId } from '../../shared/ids.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { UpMessage, type Hello } from '../../shared/link/messages.ts'
import { PROTOCOL, SOFTWARE } from '../../shared/version.ts'

type Up<T extends UpMessage['t']> = Extract<UpMessage, { t: T }>

/** How long the relay's end waits for anything, in milliseconds. */
export const WAIT_MS = 8000

/** The relay's end of one connection, in the hands of a test: nothing is answered unless the test says so. */
export interface RelayEnd {
  readonly socket: WebSocket
  readonly nonce: string
  send(message: object): void
  /** The next message of a kind that was not taken yet. `patience`: how long it may take, in milliseconds. */
  next<T extends UpMessage['t']>(kind: T, patience?: number): Promise<Up<T>>
  /** Answers the hello; in the epoch of the challenge, where no other is given. */
  welcome(acked: number, epoch?: string): Promise<Hello>
  /** Takes events until `seq` is there, and gives all of them. */
  eventsTo(seq: number): Promise<StreamEvent[]>
}

/** A place that a link dials; gives each connection to whoever waits for it. */
export interface RelayPlace {
  readonly url: string
  connection(): Promise<RelayEnd>
  close(): void
}

/** Opens a place on loopback for one test. `protocol` is what it claims to speak, `waitMs` how long it waits for anything. */
export async function relayPlace(protocol: readonly number[] = PROTOCOL, waitMs = WAIT_MS): Promise<RelayPlace> {
  const place = await openRelayPlace(protocol, waitMs)
  onTestFinished(place.close)
  return place
}

/** The same, until it is closed. */
export async function openRelayPlace(protocol: readonly number[] = PROTOCOL, waitMs = WAIT_MS): Promise<RelayPlace> {
  const http = createServer()
  const server = new WebSocketServer({ server: http, path: '/link' })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const ready: RelayEnd[] = []
  const waiting: ((end: RelayEnd) => void)[] = []
  const epoch = newId()
  server.on('connection', (socket) => {
    const end = relayEnd(socket, protocol, epoch, waitMs)
    const waiter = waiting.shift()
    if (waiter === undefined) ready.push(end)
    else waiter(end)
  })
  const address = http.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `ws://127.0.0.1:${port}`,
    connection: () => {
      const there = ready.shift()
      if (there !== undefined) return Promise.resolve(there)
      return within(waitMs, new Promise<RelayEnd>((resolve) => waiting.push(resolve)), 'a connection')
    },
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
      http.close()
    },
  }
}

function relayEnd(socket: WebSocket, protocol: readonly number[], epoch: string, waitMs: number): RelayEnd {
  const nonce = newId()
  const inbox: UpMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    inbox.push(UpMessage.parse(JSON.parse((data as Buffer).toString())))
    for (const wake of waiting) wake()
    waiting.clear()
  })
  const end: RelayEnd = {
    socket,
    nonce,
    send: (message) => socket.send(JSON.stringify(message)),
    next: (kind, patience = waitMs) =>
      within(
        patience,
        (async () => {
          for (;;) {
            const at = inbox.findIndex((message) => message.t === kind)
            if (at >= 0) return inbox.splice(at, 1)[0] as Up<typeof kind>
            await new Promise<void>((resolve) => waiting.add(resolve))
          }
        })(),
        kind,
      ),
    async welcome(acked, inEpoch = epoch) {
      const hello = await end.next('hello')
      end.send({ t: 'welcome', protocol: 1, link: newId(), epoch: inEpoch, acked, blobTicket: 'ticket' })
      return hello
    },
    async eventsTo(seq) {
      const events: StreamEvent[] = []
      while ((events.at(-1)?.seq ?? 0) < seq) events.push(...(await end.next('events')).events)
      return events
    },
  }
  end.send({ t: 'challenge', nonce, protocol, software: SOFTWARE, epoch, now: Date.now() })
  return end
}

/** What a promise brings. @throws Error where that takes longer than `waitMs` (Infinity: never) */
export function within<T>(waitMs: number, promise: Promise<T>, what: string): Promise<T> {
  if (waitMs === Infinity) return promise
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no ${what} within ${waitMs} ms`)), waitMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
