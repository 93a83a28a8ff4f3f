import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import * as syncProtocol from 'y-protocols/sync'
import * as Y from 'yjs'
import { LIMITS } from '../../shared/limits.ts'
import { MESSAGE, SYNC } from '../../shared/rooms/wire.ts'

/** What a frame from the relay turned out to be. */
export type Received =
  | { readonly kind: 'step1'; readonly stateVector: Uint8Array }
  /** `upTo`: for each Yjs client in it, the clock up to which (exclusive) the relay has everything of that client. */
  | { readonly kind: 'step2' | 'update'; readonly upTo: ReadonlyMap<number, number> }
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

/** One change; one that is too large for a live update goes as a step 2, which may come at any time. */
export function updateFrame(update: Uint8Array): Uint8Array {
  return frame(MESSAGE.sync, (encoder) => {
    encoding.writeVarUint(encoder, update.byteLength > LIMITS.deskUpdateBytes ? SYNC.step2 : SYNC.update)
    encoding.writeVarUint8Array(encoder, update)
  })
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
  const update = decoding.readVarUint8Array(decoder)
  try {
    Y.applyUpdate(doc, update, origin)
  } catch (error) {
    // A reader that fails must not cost the connection; what the document holds is right.
    if (typeof reportError !== 'function') throw error
    reportError(error)
  }
  return { kind: step === SYNC.step2 ? 'step2' : 'update', upTo: Y.parseUpdateMeta(update).to }
}

function frame(type: number, write: (encoder: encoding.Encoder) => void): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type)
  write(encoder)
  return encoding.toUint8Array(encoder)
}
