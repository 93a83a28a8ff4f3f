import type { RawData, WebSocket } from 'ws'
import { CLOSE, type CloseName } from '../../shared/codes/close-codes.ts'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import type * as z from 'zod/mini'
import type { DownMessage } from '../../shared/link/messages.ts'
import { parseJson } from '../web/parse-json.ts'

/** Past this, whoever can wait should: see `isBehind`. */
const BEHIND_BYTES = 1024 * 1024

/** An orb that leaves this much unread is cut off. Commands wait before it comes to that; acknowledgements do not. */
const MAX_UNSENT_BYTES = 8 * 1024 * 1024

/** How long a peer may take to answer a close. */
const CLOSE_WAIT_MS = 2_000

/** JSON messages over a WebSocket, with a bound in each direction. */
export interface LinkSocket {
  send(message: z.infer<typeof DownMessage>): void
  /** The peer has much to read still: what can wait should be sent `onceRead`. */
  readonly isBehind: boolean
  /** Calls back once, when the peer is behind no more. Another call takes the place of an earlier one. */
  onceRead(listener: () => void): void
  /** Closes with a named code, once; `says` replaces the code's own words. No message is given out afterwards. */
  close(name: CloseName, says?: string): void
  /** Stops and starts reading: the peer's own sends then wait for it. */
  pause(): void
  resume(): void
  readonly isPaused: boolean
  readonly isClosed: boolean
}

/** What comes out of a socket. */
export interface LinkSocketEvents {
  /** A JSON value of a bounded size and depth, and how many bytes it took. */
  onMessage(message: unknown, bytes: number): void
  onRefused(name: CloseName, says: string): void
  onClosed(): void
}

/** Wraps a fresh socket. Must be called before the first message can arrive. */
export function linkSocket(ws: WebSocket, events: LinkSocketEvents): LinkSocket {
  let closed = false
  let awaitsRead: (() => void) | null = null

  const afterSend = () => {
    if (awaitsRead === null || closed || ws.bufferedAmount > BEHIND_BYTES) return
    const listener = awaitsRead
    awaitsRead = null
    listener()
  }

  const close = (name: CloseName, says: string = CLOSE[name].says) => {
    if (closed) return
    closed = true
    events.onRefused(name, says)
    // A paused socket would never see the answer to its close.
    ws.resume()
    ws.close(CLOSE[name].code, closeReason(says))
    const timer = setTimeout(() => ws.terminate(), CLOSE_WAIT_MS)
    ws.once('close', () => clearTimeout(timer))
  }

  ws.on('message', (data: RawData, isBinary: boolean) => {
    if (closed) return
    const buffer = data as Buffer
    if (isBinary) return close('badMessage', 'The link carries text frames only.')
    if (buffer.length > LIMITS.linkMessageBytes) {
      return close('tooLarge', `A message has ${buffer.length} bytes; ${LIMITS.linkMessageBytes} are the most.`)
    }
    let message: unknown
    try {
      message = parseJson(buffer.toString('utf8'), 'The message')
    } catch (error) {
      return close('badMessage', toPerigeeError(error).message)
    }
    events.onMessage(message, buffer.length)
  })
  ws.on('close', () => {
    closed = true
    events.onClosed()
  })
  // A broken frame or a reset: the close follows by itself.
  ws.on('error', () => undefined)

  return {
    send(message) {
      if (closed) return
      ws.send(JSON.stringify(message), afterSend)
      if (ws.bufferedAmount > MAX_UNSENT_BYTES) close('slow')
    },
    get isBehind() {
      return ws.bufferedAmount > BEHIND_BYTES
    },
    onceRead(listener) {
      awaitsRead = listener
    },
    close,
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    get isPaused() {
      return ws.isPaused
    },
    get isClosed() {
      return closed
    },
  }
}

/** The words of a close, cut to the 123 bytes that a close frame has for them. */
export function closeReason(says: string): string {
  const bytes = Buffer.from(says)
  // A cut in the middle of a character would leave a replacement character, which is longer than what was cut.
  return bytes.length <= 123
    ? says
    : bytes
        .subarray(0, 120)
        .toString('utf8')
        .replace(/\uFFFD$/, '') + '…'
}
