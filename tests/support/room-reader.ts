import { createDecoder, readVarUint } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import { WebSocket } from 'ws'
import { readSyncMessage, writeSyncStep1 } from 'y-protocols/sync'
import * as Y from 'yjs'
import { CLOSE, isFinalClose } from '../../shared/codes/close-codes.ts'
import { MESSAGE, SYNC } from '../../shared/rooms/wire.ts'
import type { SignedIn } from './relay-people.ts'

/** Where a room is and who reads it. */
export interface RoomAddress {
  /** `http://host:port` of the relay; it may answer again at the same place after a crash. */
  readonly relayUrl: string
  readonly name: string
  /** Whose session opens it, renewed by the device's key on need. */
  readonly device: Pick<SignedIn, 'cookie' | 'renew'>
}

/** A viewer of a projection that follows it across crashes, as our client does. */
export interface RoomReader {
  /** The newest document that was in step with the relay, null before the first; an ended one stays until its successor is. */
  readonly doc: Y.Doc | null
  /** Resolves with the first value that is neither null nor undefined, looked for now and after each change. */
  until<T>(read: (doc: Y.Doc) => T | null | undefined, what: string, withinMs?: number): Promise<T>
  /** Calls `listener` after each change of the document. Returns the way to stop. */
  onChange(listener: (doc: Y.Doc) => void): () => void
  /** Why the relay turned this reader away for good, or null. */
  readonly refusal: string | null
  close(): void
}

/** A viewer on loopback has nothing to spare: it comes back at once, and often. */
const RETRY_MS = 40
const WITHIN_MS = 60_000
const FRESH_COPY: readonly number[] = [CLOSE.staleRoom.code, CLOSE.readOnly.code]

/** Opens a room, and keeps opening it until `close`. It answers 4409 and 4405 with an empty document. */
export function openRoom({ relayUrl, name, device }: RoomAddress): RoomReader {
  const url = `${relayUrl.replace(/^http/, 'ws')}/rooms/${name}`
  const listeners = new Set<(doc: Y.Doc) => void>()
  let shown: Y.Doc | null = null
  let next = new Y.Doc()
  let socket: WebSocket | null = null
  let retry: NodeJS.Timeout | null = null
  let refusal: string | null = null
  let closed = false

  const connect = (): void => {
    const { cookie } = device
    const opened = new WebSocket(url, { headers: { cookie, origin: relayUrl }, perMessageDeflate: false })
    socket = opened
    opened.on('open', () => opened.send(stepOne(next)))
    opened.on('message', (data) => {
      if (receive(data as Buffer, next) === false) return
      shown = next
      for (const listener of listeners) listener(next)
    })
    // The close that follows says what there is to know.
    opened.on('error', () => {})
    opened.on('close', (code, reason) => void after(code, reason.toString(), cookie))
  }
  const after = async (code: number, reason: string, cookie: string): Promise<void> => {
    if (closed) return
    const isLapsed = code === CLOSE.unauthenticated.code && (await isRenewed(device, cookie))
    if (FRESH_COPY.includes(code)) next = new Y.Doc()
    else if (isFinalClose(code) && !isLapsed) {
      refusal = `${code} ${reason}`
      if (shown !== null) for (const listener of listeners) listener(shown)
      return
    }
    retry = setTimeout(connect, FRESH_COPY.includes(code) ? 0 : RETRY_MS)
  }
  connect()

  const onChange = (listener: (doc: Y.Doc) => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    get doc() {
      return shown
    },
    get refusal() {
      return refusal
    },
    onChange,
    until(read, what, withinMs = WITHIN_MS) {
      const found = shown === null ? null : read(shown)
      if (found !== null && found !== undefined) return Promise.resolve(found)
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void): void => {
          clearTimeout(timer)
          stop()
          settle()
        }
        const timer = setTimeout(
          () => finish(() => reject(new Error(`${name}: ${what} was not seen within ${withinMs} ms`))),
          withinMs,
        )
        const stop = onChange((doc) => {
          try {
            const value = read(doc)
            if (value !== null && value !== undefined) finish(() => resolve(value))
            else if (refusal !== null) finish(() => reject(new Error(`${name}: closed with ${refusal}`)))
          } catch (error) {
            finish(() => reject(error))
          }
        })
      })
    },
    close() {
      closed = true
      if (retry !== null) clearTimeout(retry)
      socket?.terminate()
    },
  }
}

/** True where a device opened another session since, or has to try again because nobody answered. */
async function isRenewed(device: RoomAddress['device'], cookie: string): Promise<boolean> {
  try {
    await device.renew()
  } catch {
    return true
  }
  return device.cookie !== cookie
}

function stepOne(doc: Y.Doc): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, MESSAGE.sync)
  writeSyncStep1(encoder, doc)
  return toUint8Array(encoder)
}

/** Takes a frame into the document; false where it was none that changes or confirms it. */
function receive(data: Buffer, doc: Y.Doc): boolean {
  const decoder = createDecoder(data)
  if (readVarUint(decoder) !== MESSAGE.sync) return false
  return readSyncMessage(decoder, createEncoder(), doc, 'relay') !== SYNC.step1
}
