import * as Y from 'yjs'
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness'
import { awarenessFrame, receiveFrame, step1Frame, step2Frame, updateFrame } from '../rooms/frames.ts'
import { openRoomSocket } from '../rooms/room-socket.ts'
import type { RoomStatus } from '../rooms/room-status.ts'

/** For each Yjs client id, the clock up to which (exclusive) the relay has committed what it wrote. */
export type KeptClocks = Map<number, number>

/** What the owner of a desk's connection hears. */
export interface DeskSyncEvents {
  status(status: RoomStatus): void
  /** Whether the relay has committed everything that this document holds. Said true only after its word. */
  kept(all: boolean): void
  /** The relay has given what it has: the document is as whole as its own. */
  synced(): void
  /** The relay takes this document no more, and says by which code; nothing is tried again. */
  refused(code: number): void
}

/** A desk's document, kept in sync. */
export interface DeskSync {
  readonly awareness: Awareness
  /** Resolves when everything that the relay had committed by now is in the document; never, where it stays away. */
  caughtUp(): Promise<void>
  close(): void
}

const REMOTE = Symbol('relay')

/**
 * Syncs a desk's document both ways. What the relay has committed is known by its own state vector when it asks for
 * what it lacks, by what it sends, and by its `kept` messages; nothing else makes a change "kept". `clocks` holds what
 * is known of that, and is kept up to date.
 */
export function syncDesk(room: string, doc: Y.Doc, clocks: KeptClocks, events: DeskSyncEvents): DeskSync {
  const awareness = new Awareness(doc)
  let send: ((frame: Uint8Array) => void) | null = null
  /** The relay has been given all that it lacked. Until then a change would build on what it has not: it refuses that for good. */
  let isGiven = false
  let awaySince: number | null = null
  const waiting: (() => void)[] = []
  events.status({ state: 'catching-up' })
  report()

  const socket = openRoomSocket(room, {
    opened: (sendFrame, unbroken) => {
      send = sendFrame
      isGiven = false
      if (!unbroken) events.status({ state: 'catching-up' })
      sendFrame(step1Frame(doc))
      sendFrame(awarenessFrame(encodeAwarenessUpdate(awareness, [doc.clientID])))
    },
    frame: (data) => {
      const received = receiveFrame(data, doc, REMOTE)
      if (received.kind === 'step1') {
        remember(Y.decodeStateVector(received.stateVector))
        send?.(step2Frame(doc, received.stateVector))
        isGiven = true
      } else if (received.kind === 'kept') {
        remember(new Map([[received.client, received.clock]]))
      } else if (received.kind === 'awareness') {
        applyAwarenessUpdate(awareness, received.update, REMOTE)
      } else if (received.kind !== 'other') {
        remember(received.upTo)
      }
      if (received.kind === 'step2') caughtUp()
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
      if (closed.kind === 'final') {
        events.status({ state: 'refused', code: closed.code })
        events.refused(closed.code)
        return
      }
      events.status({ state: 'away', since: awaySince })
    },
  })

  const onUpdate = (update: Uint8Array, origin: unknown): void => {
    if (origin === REMOTE) return
    if (isGiven) send?.(updateFrame(update))
    report()
  }
  doc.on('update', onUpdate)
  const onAwareness = (_changes: unknown, origin: unknown): void => {
    if (origin !== REMOTE) send?.(awarenessFrame(encodeAwarenessUpdate(awareness, [doc.clientID])))
  }
  awareness.on('update', onAwareness)

  function caughtUp(): void {
    awaySince = null
    events.status({ state: 'live' })
    events.synced()
    for (const resolve of waiting.splice(0)) resolve()
  }

  function remember(known: ReadonlyMap<number, number>): void {
    for (const [client, clock] of known) clocks.set(client, Math.max(clock, clocks.get(client) ?? 0))
  }

  function report(): void {
    events.kept(isKept(doc, clocks))
  }

  return {
    awareness,
    caughtUp: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        // Its answer comes after everything that the relay commits before it; a new connection asks by itself.
        send?.(step1Frame(doc))
      }),
    close() {
      waiting.length = 0
      doc.off('update', onUpdate)
      awareness.off('update', onAwareness)
      awareness.destroy()
      socket.close()
    },
  }
}

/** True where the relay is known to have committed everything that the document holds. */
export function isKept(doc: Y.Doc, clocks: KeptClocks): boolean {
  for (const [client, clock] of Y.decodeStateVector(Y.encodeStateVector(doc))) {
    if ((clocks.get(client) ?? 0) < clock) return false
  }
  return true
}
