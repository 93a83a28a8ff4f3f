import type { WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'

/** The open room sockets of each device, so that signing out ends them. */
export interface DeviceSockets {
  add(deviceId: string, ws: WebSocket): void
  /** Closes all sockets of a device that is signed in no more. */
  end(deviceId: string): void
}

/** An empty register. */
export function createDeviceSockets(): DeviceSockets {
  const open = new Map<string, Set<WebSocket>>()
  return {
    add(deviceId, ws) {
      const sockets = open.get(deviceId) ?? new Set()
      open.set(deviceId, sockets.add(ws))
      ws.once('close', () => {
        sockets.delete(ws)
        if (sockets.size === 0 && open.get(deviceId) === sockets) open.delete(deviceId)
      })
    },
    end(deviceId) {
      for (const ws of open.get(deviceId) ?? []) ws.close(CLOSE.unauthenticated.code, CLOSE.unauthenticated.says)
    },
  }
}
