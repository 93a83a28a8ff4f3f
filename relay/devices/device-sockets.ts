import type { WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { Viewer } from './viewer.ts'

/** How late a lapsed session may be noticed. */
const SWEEP_MS = 1_000
/** How long a peer may take to answer a close. */
const CLOSE_WAIT_MS = 2_000

/** The open room sockets of each device: they end with the session they came with, or with the device itself. */
export interface DeviceSockets {
  add(viewer: Viewer, ws: WebSocket): void
  /** Closes all sockets of a device that is signed in no more. */
  end(deviceId: string): void
  /** Closes the sockets of every device that does not count. */
  endAllBut(counts: (deviceId: string) => boolean): void
  isConnected(deviceId: string): boolean
  /** Closes what has lapsed. It is called once a second by itself. */
  sweep(): void
  /** Sweeps no more. */
  stop(): void
}

/** An empty register. `now`: milliseconds since 1970. */
export function createDeviceSockets(now: () => number): DeviceSockets {
  const open = new Map<string, Map<WebSocket, number | null>>()

  const end = (deviceId: string): void => {
    for (const ws of open.get(deviceId)?.keys() ?? []) if (ws.readyState === ws.OPEN) close(ws)
  }
  const sweep = (): void => {
    const at = now()
    for (const sockets of open.values()) {
      for (const [ws, endsAt] of sockets) if (endsAt !== null && endsAt <= at && ws.readyState === ws.OPEN) close(ws)
    }
  }
  const timer = setInterval(sweep, SWEEP_MS)
  timer.unref()

  return {
    add({ deviceId, sessionEndsAt }, ws) {
      const sockets = open.get(deviceId) ?? new Map<WebSocket, number | null>()
      open.set(deviceId, sockets.set(ws, sessionEndsAt))
      ws.once('close', () => {
        sockets.delete(ws)
        if (sockets.size === 0 && open.get(deviceId) === sockets) open.delete(deviceId)
      })
    },
    end,
    endAllBut(counts) {
      for (const deviceId of open.keys()) if (!counts(deviceId)) end(deviceId)
    },
    isConnected: (deviceId) => open.has(deviceId),
    sweep,
    stop: () => clearInterval(timer),
  }
}

function close(ws: WebSocket): void {
  // Whoever does not answer the close is not heard any further meanwhile.
  ws.removeAllListeners('message')
  ws.close(CLOSE.unauthenticated.code, CLOSE.unauthenticated.says)
  const timer = setTimeout(() => ws.terminate(), CLOSE_WAIT_MS)
  ws.once('close', () => clearTimeout(timer))
}
