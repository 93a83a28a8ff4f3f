import { createServer, type Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import { listenAddresses } from '../config/addresses.ts'
import type { RelayEnv } from '../services.ts'
import { limitBodies } from './body-deadline.ts'
import { createSockets, type Sockets } from './sockets.ts'

/** A page reads its headers at once; only a body may take its time, and a blob is at most 32 MiB over loopback. */
const HEADERS_MS = 10_000
const REQUEST_MS = 120_000

/** With port 0 the second address may find the port taken that the first one was given. */
const PORT_TRIES = 20

/** How long peers may take to answer a close when the relay stops. */
const CLOSE_WAIT_MS = 1_500

/** A relay's ears. */
export interface Listening {
  readonly port: number
  /** The address to name in messages. */
  readonly address: string
  /** Accepts nothing more, and resolves once all connections are gone; those that stay too long are ended. */
  stop(): Promise<void>
}

/**
 * Listens on every address of the host. `localhost` means both loopback addresses where the machine has both: another
 * program on the other one would be taken for this relay. Rejects with a sentence for people.
 */
export async function listen(host: string, port: number, app: Promise<Hono<RelayEnv>>): Promise<Listening> {
  const addresses = listenAddresses(host)
  for (let tries = 1; ; tries += 1) {
    const servers: Server[] = []
    const sockets = createSockets()
    try {
      let chosen = port
      for (const address of addresses) {
        const server = serverFor(app, sockets)
        const bound = await bind(server, address, chosen)
        if (bound === null) continue
        chosen = bound
        servers.push(server)
      }
      const address = addresses[0] ?? host
      if (servers.length === 0) throw new Error(`This machine has no address ${address}.`)
      return { port: chosen, address, stop: () => stop(servers, sockets) }
    } catch (error) {
      for (const server of servers) server.close()
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (taken && port === 0 && tries < PORT_TRIES) continue
      throw taken
        ? new Error(`Port ${port} is in use by another program. Stop it, or choose another with --port.`)
        : error
    }
  }
}

function serverFor(app: Promise<Hono<RelayEnv>>, sockets: Sockets): Server {
  const server = createAdaptorServer({
    fetch: async (request, env) => (await app).fetch(request, env),
    createServer,
    serverOptions: { headersTimeout: HEADERS_MS, requestTimeout: 0 },
    websocket: { server: sockets.server },
  }) as Server
  limitBodies(server, REQUEST_MS)
  return server
}

/** The port that was bound; null where the machine lacks this address. */
function bind(server: Server, address: string, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(null)
      else reject(error)
    })
    server.listen({ host: address, port, ipv6Only: true }, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}

async function stop(servers: readonly Server[], sockets: Sockets): Promise<void> {
  const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)))
  for (const server of servers) server.closeIdleConnections()
  const timer = setTimeout(() => {
    sockets.terminate()
    for (const server of servers) server.closeAllConnections()
  }, CLOSE_WAIT_MS)
  await Promise.all(closed)
  clearTimeout(timer)
}
