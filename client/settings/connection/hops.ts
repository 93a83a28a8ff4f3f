import * as Y from 'yjs'
import { Health, Session } from '../../../shared/http/api.ts'
import { roomName } from '../../../shared/rooms/names.ts'
import { step1Frame } from '../../rooms/frames.ts'
import { roomUrl } from '../../rooms/room-socket.ts'
import { api, askRelay } from '../../platform/api.ts'

/** How a hop did. Times in ms; `offset`: by how much the relay's clock is ahead of this device's. */
export type HopResult =
  | { readonly state: 'ok'; readonly ms: number; readonly offset?: number; readonly software?: string }
  | { readonly state: 'failed' }

/** A socket that says nothing for this long counts as broken. */
const SOCKET_MS = 8_000

/** Clocks further apart than this make times on screen wrong and answers come too late. */
export const CLOCK_OFF_MS = 30_000

/** Device to relay, by a plain request without a session. */
export function testHttp(): Promise<HopResult> {
  return timed(async () => {
    const health = Health.parse((await askRelay('GET', '/healthz')).body)
    return { software: health.software }
  })
}

/** The session: whether the relay knows this device, and what time it has. */
export function testSession(): Promise<HopResult> {
  return timed(async () => {
    const asked = Date.now()
    const session = Session.parse((await api('GET', '/api/session')).body)
    // The relay answered about half-way between the two readings.
    return { offset: Math.round(session.now - (asked + Date.now()) / 2) }
  })
}

/** Device to relay by a WebSocket: some networks and proxies let requests pass and not this. */
export function testSocket(personId: string): Promise<HopResult> {
  return timed(async () => {
    await new Promise<void>((resolve, reject) => {
      const socket = new WebSocket(roomUrl(roomName('fleet', personId)))
      socket.binaryType = 'arraybuffer'
      const timer = setTimeout(() => end(reject), SOCKET_MS)
      const end = (settle: () => void): void => {
        clearTimeout(timer)
        socket.close()
        settle()
      }
      socket.addEventListener('open', () => {
        const doc = new Y.Doc()
        socket.send(step1Frame(doc) as Uint8Array<ArrayBuffer>)
        doc.destroy()
      })
      socket.addEventListener('message', () => end(resolve))
      socket.addEventListener('close', () => end(reject))
    })
    return {}
  })
}

/** Relay to orb and back: the orb is asked for the names in its workspace. */
export function testOrb(orbId: string): Promise<HopResult> {
  return timed(async () => {
    await api('GET', `/api/orbs/${orbId}/workspace/files?path=`)
    return {}
  })
}

async function timed(test: () => Promise<{ offset?: number; software?: string }>): Promise<HopResult> {
  const begun = performance.now()
  try {
    const found = await test()
    return { state: 'ok', ms: Math.round(performance.now() - begun), ...found }
  } catch {
    return { state: 'failed' }
  }
}
