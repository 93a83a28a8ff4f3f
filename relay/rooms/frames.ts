import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array, type Encoder } from 'lib0/encoding'
import { MESSAGE, SYNC } from '../../shared/rooms/wire.ts'

/** A frame that a viewer sent. `other`: a type that this relay has no use for. */
export type Frame =
  | { readonly type: 'step1'; readonly vector: Uint8Array }
  | { readonly type: 'step2' | 'update' | 'awareness'; readonly update: Uint8Array }
  | { readonly type: 'query-awareness' | 'other' }

/** Nothing is known, nothing is deleted: what the stock client sends when it has nothing to say. */
const EMPTY_AWARENESS = new Uint8Array([0])

/** Reads one binary frame; null where it cannot be understood. What it returns is a copy and may be kept. */
export function readFrame(data: Uint8Array): Frame | null {
  try {
    const decoder = createDecoder(data)
    switch (readVarUint(decoder)) {
      case MESSAGE.sync:
        return readSync(readVarUint(decoder), readVarUint8Array(decoder).slice())
      case MESSAGE.awareness:
        return { type: 'awareness', update: readVarUint8Array(decoder).slice() }
      case MESSAGE.queryAwareness:
        return { type: 'query-awareness' }
      default:
        return { type: 'other' }
    }
  } catch {
    return null
  }
}

function readSync(kind: number, payload: Uint8Array): Frame | null {
  if (kind === SYNC.step1) return { type: 'step1', vector: payload }
  if (kind === SYNC.step2) return { type: 'step2', update: payload }
  if (kind === SYNC.update) return { type: 'update', update: payload }
  return null
}

/** What the relay has: asks the other side for what it lacks. */
export function step1Frame(vector: Uint8Array): Uint8Array {
  return syncFrame(SYNC.step1, vector)
}

/** The answer to a step 1. */
export function step2Frame(update: Uint8Array): Uint8Array {
  return syncFrame(SYNC.step2, update)
}

/** A change. */
export function updateFrame(update: Uint8Array): Uint8Array {
  return syncFrame(SYNC.update, update)
}

/** Presence: an update in the form of y-protocols/awareness. */
export function awarenessFrame(update: Uint8Array): Uint8Array {
  return frame((encoder) => {
    writeVarUint(encoder, MESSAGE.awareness)
    writeVarUint8Array(encoder, update)
  })
}

/** A sign of life that names nobody: the stock client counts it as a message and has nothing to echo. */
export const HEARTBEAT_FRAME = awarenessFrame(EMPTY_AWARENESS)

/** Everything of a Yjs client below `clock` is committed. */
export function keptFrame(client: number, clock: number): Uint8Array {
  return frame((encoder) => {
    writeVarUint(encoder, MESSAGE.kept)
    writeVarUint(encoder, client)
    writeVarUint(encoder, clock)
  })
}

function syncFrame(kind: number, payload: Uint8Array): Uint8Array {
  return frame((encoder) => {
    writeVarUint(encoder, MESSAGE.sync)
    writeVarUint(encoder, kind)
    writeVarUint8Array(encoder, payload)
  })
}

function frame(write: (encoder: Encoder) => void): Uint8Array {
  const encoder = createEncoder()
  write(encoder)
  return toUint8Array(encoder)
}
