import type { WebSocket } from 'ws'

/** How a socket ended. `status` is that of a refused upgrade, else null. */
export interface Closed {
  readonly code: number
  readonly reason: string
  readonly status: number | null
}

/** Resolves when a socket is closed, or its upgrade refused. Must be asked before either can happen. */
export function closing(ws: WebSocket): Promise<Closed> {
  return new Promise((resolve) => {
    let status: number | null = null
    ws.on('unexpected-response', (request, response) => {
      status = response.statusCode ?? null
      request.destroy()
      resolve({ code: 1006, reason: '', status })
    })
    // The close that follows says what there is to know.
    ws.on('error', () => undefined)
    ws.on('close', (code, reason) => resolve({ code, reason: reason.toString(), status }))
  })
}
