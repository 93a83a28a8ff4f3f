import type * as Y from 'yjs'
import { followProjection } from '../../client/rooms/projection.ts'
import type { RoomAddress } from './room-reader.ts'
import { socketAs } from './stock-viewer.ts'

/** Our own client's connection to a room, as the page runs it. */
export interface ClientViewer {
  /** What the page shows; null before the first whole state. */
  readonly doc: Y.Doc | null
  /** How many documents it has shown. */
  readonly lives: number
  /** Resolves when `holds` is true of what is shown. */
  until(holds: (doc: Y.Doc) => boolean): Promise<void>
  close(): void
}

/** Follows a room with our client. All viewers of one test process share one relay and one device. */
export function clientViewer(address: RoomAddress): ClientViewer {
  givePageGlobals(address)
  const waiting = new Set<() => void>()
  const look = (): void => waiting.forEach((wake) => wake())
  let shown: Y.Doc | null = null
  let lives = 0
  const stop = followProjection(address.name, {
    attach(doc) {
      shown = doc
      lives++
      doc.on('update', look)
      look()
      return () => doc.off('update', look)
    },
    status: look,
  })
  return {
    get doc() {
      return shown
    },
    get lives() {
      return lives
    },
    until: (holds) =>
      new Promise((resolve, reject) => {
        const wake = (): void => {
          try {
            if (shown === null || !holds(shown)) return
            resolve()
          } catch (error) {
            reject(error)
          }
          waiting.delete(wake)
        }
        waiting.add(wake)
        wake()
      }),
    close: stop,
  }
}

/** What the client's connection takes from a browser: its socket, its address, and that somebody looks at it. */
function givePageGlobals(address: RoomAddress): void {
  const target = new EventTarget()
  Object.assign(globalThis, {
    WebSocket: socketAs(address),
    location: new URL(address.relayUrl),
    window: target,
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
  })
}
