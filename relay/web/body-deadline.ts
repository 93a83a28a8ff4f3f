import type { IncomingMessage, Server } from 'node:http'

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/**
 * Cuts off whoever has not sent the whole of a request after `ms`: a body that trickles in holds a socket. Node's own
 * limit knows no exceptions, and what an orb streams to a slow reader is one.
 */
export function limitBodies(server: Server, ms: number): void {
  server.on('request', (incoming: IncomingMessage) => {
    const timer = setTimeout(() => {
      if (!incoming.complete) incoming.destroy()
    }, ms)
    timer.unref()
    deadlines.set(incoming, timer)
    for (const event of ['end', 'close']) incoming.once(event, () => clearTimeout(timer))
  })
}

/** Lets this request take longer: its handler bounds it in its own way. */
export function liftBodyDeadline(incoming: object): void {
  clearTimeout(deadlines.get(incoming as IncomingMessage))
}
