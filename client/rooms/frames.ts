import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as syncProtocol from 'y-protocols/sync'
import type * as Y from 'yjs'
import { MESSAGE, SYNC } from '../../shared/rooms/wire.ts'

/** What a frame from the relay turned out to be. */
export type Received =
  | { readonly kind: 'step1'; readonly stateVector: Uint8Array }
  | { readonly kind: 'step2' | 'update' }
  | { readonly kind: 'kept'; readonly client: number; readonly clock: number }
  | { readonly kind: 'awareness'; readonly update: Uint8Array }
  | { readonly kind: 'other' }

/** The first frame of a viewer: "this is what I have". */
export function step1Frame(doc: Y.Doc): Uint8Array {
  return frame(MESSAGE.sync, (encoder) => syncProtocol.writeSyncStep1(encoder, doc))
}

/** What the other side lacks, by its state vector. */
export function step2Frame(doc: Y.Doc, stateVector: Uint8Array): Uint8Array {
  return frame(MESSAGE.sync, (encoder) => syncProtocol.writeSyncStep2(encoder, doc, stateVector))
}

/** One live update. */
export function updateFrame(update: Uint8Array): Uint8Array {
  return frame(MESSAGE.sync, (encoder) => syncProtocol.writeUpdate(encoder, update))
}

/** An awareness update. */
export function awarenessFrame(update: Uint8Array): Uint8Array {
  return frame(MESSAGE.awareness, (encoder) => encoding.writeVarUint8Array(encoder, update))
}

/** Reads a frame; what it says of the document is applied to `doc` with `origin`. Throws on a malformed one. */
export function receiveFrame(data: Uint8Array, doc: Y.Doc, origin: unknown): Received {
  const decoder = decoding.createDecoder(data)
  const type = decoding.readVarUint(decoder)
  if (type === MESSAGE.sync) return receiveSync(decoder, doc, origin)
  if (type === MESSAGE.awareness) return { kind: 'awareness', update: decoding.readVarUint8Array(decoder) }
  if (type === MESSAGE.kept) {
    return { kind: 'kept', client: decoding.readVarUint(decoder), clock: decoding.readVarUint(decoder) }
  }
  return { kind: 'other' }
}

function receiveSync(decoder: decoding.Decoder, doc: Y.Doc, origin: unknown): Received {
  const step = decoding.readVarUint(decoder)
  if (step === SYNC.step1) return { kind: 'step1', stateVector: decoding.readVarUint8Array(decoder) }
  if (step !== SYNC.step2 && step !== SYNC.update) return { kind: 'other' }
  syncProtocol.readUpdate(decoder, doc, origin)
  return { kind: step === SYNC.step2 ? 'step2' : 'update' }
}

function frame(type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type)
  write(encoder)
  return encoding.toUint8Array(encoder)
}
