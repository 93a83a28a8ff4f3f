import { WebSocket } from 'ws'
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync'
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import { MESSAGE, SYNC } from '../../../shared/rooms/wire.ts'

/** A client of a room that does what y-websocket does, and tells what it was sent. */
export interface Viewer {
  readonly doc: Y.Doc
  readonly awareness: Awareness
  /** Clocks up to which the relay said `kept`, by Yjs client id. */
  readonly kept: ReadonlyMap<number, number>
  /** Message types in the order in which they came. */
  readonly received: readonly number[]
  /** The code with which the relay closed, once it has. */
  readonly closed: Promise<number>
  /** Resolves when the first step 2 has come. */
  readonly synced: Promise<void>
  /** Resolves when `holds` is true, looked at now and after each frame. */
  until(holds: () => boolean): Promise<void>
  send(frame: Uint8Array | string): void
  /** Reads no more, until `resume`. */
  pause(): void
  resume(): void
  close(): void
}

/** Opens a room with a document; `silent`: without saying what it has; `headers`: what a page would send. */
export function view(
  url: string,
  doc = new Y.Doc(),
  options: { silent?: boolean; headers?: Record<string, string> } = {},
): Viewer {
  const socket = new WebSocket(url, { headers: options.headers ?? {}, perMessageDeflate: false })
  const awareness = new Awareness(doc)
  const kept = new Map<number, number>()
  const received: number[] = []
  const waiting = new Set<() => void>()
  let isSynced = false
  const send = (frame: Uint8Array | string): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(frame)
  }
  const until = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  socket.on('open', () => {
    if (options.silent !== true) send(syncFrame((encoder) => writeSyncStep1(encoder, doc)))
  })
  socket.on('message', (data) => {
    const decoder = createDecoder(data as Buffer)
    const type = readVarUint(decoder)
    received.push(type)
    if (type === MESSAGE.sync) {
      const answer = createEncoder()
      writeVarUint(answer, MESSAGE.sync)
      isSynced = readSyncMessage(decoder, answer, doc, 'relay') === SYNC.step2 || isSynced
      if (toUint8Array(answer).byteLength > 1) send(toUint8Array(answer))
    }
    if (type === MESSAGE.awareness) applyAwarenessUpdate(awareness, readVarUint8Array(decoder), 'relay')
    if (type === MESSAGE.kept) kept.set(readVarUint(decoder), readVarUint(decoder))
    for (const look of waiting) look()
  })
  socket.on('error', () => {})
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== 'relay') send(updateFrame(update))
  })
  return {
    doc,
    awareness,
    kept,
    received,
    closed: new Promise((resolve) => socket.on('close', resolve)),
    synced: until(() => isSynced),
    until,
    send,
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => {
      awareness.destroy()
      socket.close()
    },
  }
}

/** An update as a frame of the sync protocol. */
export function updateFrame(update: Uint8Array): Uint8Array {
  return syncFrame((encoder) => writeUpdate(encoder, update))
}

/** A client's own presence as a frame. */
export function presenceFrame(awareness: Awareness): Uint8Array {
  const encoder = createEncoder()
  const update = encodeAwarenessUpdate(awareness, [awareness.clientID])
  writeVarUint(encoder, MESSAGE.awareness)
  writeVarUint(encoder, update.byteLength)
  return new Uint8Array([...toUint8Array(encoder), ...update])
}

function syncFrame(write: (encoder: ReturnType<typeof createEncoder>) => void): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, MESSAGE.sync)
  write(encoder)
  return toUint8Array(encoder)
}
