import * as Y from 'yjs'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness'
import { awarenessFrame, receiveFrame, step1Frame, step2Frame, updateFrame } from '../rooms/frames.ts'
import { openRoomSocket } from '../rooms/room-socket.ts'
import type { RoomStatus } from '../rooms/room-status.ts'

/** What the owner of a desk's connection hears. */
export interface DeskSyncEvents {
  status(status: RoomStatus): void
  /** Whether the relay has committed everything that this document holds. Said true only after its word. */
  kept(all: boolean): void
}

/** A desk's document, kept in sync. */
export interface DeskSync {
  readonly awareness: Awareness
  close(): void
}

const REMOTE = Symbol('relay')

/**
 * Syncs a desk's document both ways. What the relay has committed is known by its own state vector when it asks for
 * what it lacks, and by its `kept` messages after that; nothing else makes a change "kept".
 */
export function syncDesk(room: string, doc: Y.Doc, events: DeskSyncEvents): DeskSync {
  const awareness = new Awareness(doc)
  const keptClocks = new Map<number, number>()
  let send: ((frame: Uint8Array) => void) | null = null
  let awaySince: number | null = null
  events.status({ state: 'catching-up' })
  events.kept(false)

  const socket = openRoomSocket(room, {
    opened: (sendFrame) => {
      send = sendFrame
      events.status({ state: 'catching-up' })
      sendFrame(step1Frame(doc))
      sendFrame(awarenessFrame(encodeAwarenessUpdate(awareness, [doc.clientID])))
    },
    frame: (data) => {
      const received = receiveFrame(data, doc, REMOTE)
      if (received.kind === 'step1') {
        remember(Y.decodeStateVector(received.stateVector))
        send?.(step2Frame(doc, received.stateVector))
      } else if (received.kind === 'step2') {
        awaySince = null
        events.status({ state: 'live' })
      } else if (received.kind === 'kept') {
        remember(new Map([[received.client, received.clock]]))
      } else if (received.kind === 'awareness') {
        applyAwarenessUpdate(awareness, received.update, REMOTE)
      }
      // What comes from the relay is committed there.
      if (received.kind === 'step2' || received.kind === 'update') rememberForeign()
      report()
    },
    closed: (closed) => {
      send = null
      awaySince ??= Date.now()
      removeAwarenessStates(
        awareness,
        [...awareness.getStates().keys()].filter((id) => id !== doc.clientID),
        REMOTE,
      )
      if (closed.kind === 'final') return events.status({ state: 'refused', code: closed.code })
      events.status({ state: 'away', since: awaySince })
      report()
    },
  })

  const onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === REMOTE) return
    send?.(updateFrame(update))
    report()
  }
  doc.on('update', onUpdate)
  const onAwareness = (_changes: unknown, origin: unknown): void => {
    if (origin !== REMOTE) send?.(awarenessFrame(encodeAwarenessUpdate(awareness, [doc.clientID])))
  }
  awareness.on('update', onAwareness)

  /** State that arrived over this connection under other clients' ids is the relay's own. */
  const localClients = new Set<number>(Y.decodeStateVector(Y.encodeStateVector(doc)).keys())
  function rememberForeign(): void {
    for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc))) {
      if (client !== doc.clientID && !localClients.has(client)) keptClocks.set(client, clock)
    }
  }

  function remember(clocks: ReadonlyMap<number, number>): void {
    for (const [client, clock] of clocks) keptClocks.set(client, Math.max(clock, keptClocks.get(client) ?? 0))
  }

  function report(): void {
    let all = true
    for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc))) {
      if ((keptClocks.get(client) ?? 0) < clock) all = false
    }
    events.kept(all)
  }

  return {
    awareness,
    close() {
      doc.off('update', onUpdate)
      awareness.off('update', onAwareness)
      awareness.destroy()
      socket.close()
    },
  }
}
