import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { RoomAddress } from './room-reader.ts'

/** After these two a copy of a room is worth nothing, and an empty one is worth a try. */
const FRESH_COPY: readonly number[] = [CLOSE.staleRoom.code, CLOSE.readOnly.code]

/** y-websocket's own provider, remade with an empty document whenever it is closed 4409 or 4405. */
export interface StockViewer {
  /** The document of now; another one after each remaking. */
  readonly doc: Y.Doc
  readonly provider: WebsocketProvider
  /** Every code with which it was closed for good. */
  readonly finalCodes: readonly number[]
  /** How often a connection was lost, whatever the reason. */
  readonly drops: number
  /** Resolves when `holds` is true of the document, looked for after each change and each remaking. */
  until(holds: (doc: Y.Doc) => boolean): Promise<void>
  destroy(): void
}

/** Follows a room with the stock provider. It begins with `first`, or with an empty document. */
export function stockViewer(address: RoomAddress, first = new Y.Doc()): StockViewer {
  const finalCodes: number[] = []
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((wake) => wake())
  let drops = 0
  let doc = first
  let provider = open()

  function open(): WebsocketProvider {
    const made = new WebsocketProvider(address.relayUrl.replace(/^http/, 'ws') + '/rooms', address.name, doc, {
      WebSocketPolyfill: socketAs(address),
      disableBc: true,
      maxBackoffTime: 200,
    })
    doc.on('update', look)
    made.on('sync', look)
    made.on('connection-close', () => drops++)
    made.on('closed', ({ code }) => {
      finalCodes.push(code)
      if (!FRESH_COPY.includes(code)) return
      made.destroy()
      doc = new Y.Doc()
      provider = open()
    })
    return made
  }

  return {
    get doc() {
      return doc
    },
    get provider() {
      return provider
    },
    finalCodes,
    get drops() {
      return drops
    },
    until: (holds) =>
      new Promise((resolve, reject) => {
        const wake = (): void => {
          try {
            if (!provider.synced || !holds(doc)) return
            resolve()
          } catch (error) {
            reject(error)
          }
          waiting.delete(wake)
        }
        waiting.add(wake)
        wake()
      }),
    destroy() {
      provider.destroy()
      doc.destroy()
    },
  }
}

/** A WebSocket that sends what a page's own would send by itself. */
export function socketAs({ relayUrl, device }: RoomAddress): typeof globalThis.WebSocket {
  class PageSocket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      super(url, protocols, { headers: { cookie: device.cookie, origin: relayUrl }, perMessageDeflate: false })
      // A page hears of a failed connection by `close` alone.
      this.on('error', () => {})
    }
  }
  return PageSocket as unknown as typeof globalThis.WebSocket
}
