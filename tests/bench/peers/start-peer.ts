import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'

/**
 * Runs a peer in this process: a server that does the least that could be done, with nothing of Perigee in it. It
 * prints its port and lives until it is killed.
 */
export async function startPeer(name: string): Promise<void> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  if (name === 'echo') serveEcho(server)
  else if (name === 'broadcast') serveBroadcast(server)
  else throw new Error(`There is no peer "${name}".`)
  await new Promise((resolve) => server.once('listening', resolve))
  console.log((server.address() as AddressInfo).port)
}

/** Appends each message to a file, syncs it, and sends it back. */
function serveEcho(server: WebSocketServer): void {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'))
  const file = openSync(join(folder, 'log'), 'a')
  process.once('SIGTERM', () => {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
    process.exit(0)
  })
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      writeSync(file, data as Buffer)
      fsyncSync(file)
      socket.send(data)
    })
  })
}

/** The size of a frame: about that of an entry of 200 bytes. */
const FRAME_BYTES = 200

/**
 * A writer (`/write`) says how many frames to send; each goes to every viewer by itself, built beforehand. When all are
 * handed over, the writer is told. A text that the writer sends goes to every viewer as it is.
 */
function serveBroadcast(server: WebSocketServer): void {
  process.once('SIGTERM', () => process.exit(0))
  const frame = Buffer.alloc(FRAME_BYTES, 'x')
  const viewers = new Set<WebSocket>()
  server.on('connection', (socket, request) => {
    if (request.url !== '/write') {
      viewers.add(socket)
      socket.on('close', () => viewers.delete(socket))
      return
    }
    socket.on('message', (data) => {
      const text = (data as Buffer).toString()
      const count = Number(text)
      if (Number.isNaN(count)) for (const viewer of viewers) viewer.send(text)
      else for (let sent = 0; sent < count; sent += 1) for (const viewer of viewers) viewer.send(frame)
      socket.send('done')
    })
  })
}
