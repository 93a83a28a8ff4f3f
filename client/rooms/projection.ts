import * as Y from 'yjs'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { isHidden } from '../platform/lifecycle.ts'
import { receiveFrame, step1Frame } from './frames.ts'
import { openRoomSocket } from './room-socket.ts'
import type { RoomStatus } from './room-status.ts'

/** What is lost is mostly back at once, above all when a phone wakes: only after this long is the relay said to be away. */
const GRACE_MS = 2_000

/** What reads a projection. */
export interface ProjectionReader {
  /**
   * A document that holds the whole state: read it, and watch it from now on. Called again with a fresh one whenever an
   * incarnation has ended; what the reader showed until then stays right until this call. Returns the way to stop watching.
   */
  attach(doc: Y.Doc): () => void
  status(status: RoomStatus): void
}

/**
 * Follows a room that the relay alone writes. Every end of an incarnation is met with an empty document, never by
 * merging into the old one. Returns the way to stop.
 */
export function followProjection(name: string, reader: ProjectionReader): () => void {
  let doc = new Y.Doc()
  let shown: { doc: Y.Doc; stop: () => void } | null = null
  let awaySince: number | null = null
  let isAway = false
  let grace: ReturnType<typeof setTimeout> | undefined
  reader.status({ state: 'catching-up' })

  const socket = openRoomSocket(name, {
    opened: (send, unbroken) => {
      if (!unbroken) reader.status({ state: 'catching-up' })
      send(step1Frame(doc))
    },
    frame: (data) => {
      const received = receiveFrame(data, doc, socket)
      if (received.kind !== 'step2') return
      awaySince = null
      settle()
      if (shown?.doc !== doc) show()
      reader.status({ state: 'live' })
    },
    closed: (closed) => {
      if (closed.kind === 'lost') return lost()
      settle()
      awaySince ??= Date.now()
      if (closed.code !== CLOSE.staleRoom.code && closed.code !== CLOSE.readOnly.code) {
        return reader.status({ state: 'refused', code: closed.code })
      }
      if (shown?.doc !== doc) doc.destroy()
      doc = new Y.Doc()
      socket.again()
    },
    resumed() {
      settle()
      lost()
    },
  })

  function lost(): void {
    awaySince ??= Date.now()
    if (isAway) return reader.status({ state: 'away', since: awaySince })
    if (grace !== undefined) return
    reader.status({ state: 'catching-up' })
    grace = setTimeout(away, GRACE_MS)
  }

  function away(): void {
    grace = undefined
    // While nobody looks, time may stand still: on return there is another grace.
    if (isHidden()) return
    isAway = true
    reader.status({ state: 'away', since: awaySince ?? Date.now() })
  }

  function settle(): void {
    clearTimeout(grace)
    grace = undefined
    isAway = false
  }

  function show(): void {
    shown?.stop()
    shown?.doc.destroy()
    shown = { doc, stop: reader.attach(doc) }
  }

  return () => {
    settle()
    socket.close()
    shown?.stop()
    shown?.doc.destroy()
    doc.destroy()
  }
}
