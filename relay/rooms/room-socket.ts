import type { RawData, WebSocket } from 'ws'
import { CLOSE, type CloseName } from '../../shared/codes/close-codes.ts'
import type { DeviceRow } from '../ledger/ledger.ts'

/**
 * Bytes that may wait for a slow reader before it is cut off. Seven full tails: a phone on a bad network is not slow,
 * a paused one is, and gets the difference when it comes back.
 */
const UNSENT_BYTES = 1024 * 1024

/** Figures over all room sockets since the relay started. */
export interface SocketFigures {
  framesSent: number
  bytesSent: number
  slowClosed: number
}

/** One viewer's WebSocket: bounded in both directions, closed with named codes only. */
export class RoomSocket {
  readonly device: DeviceRow
  /** Set by the room that takes the socket. */
  onFrame: (data: Uint8Array) => void = () => {}
  onClosed: () => void = () => {}

  readonly #socket: WebSocket
  readonly #frameBytes: number
  readonly #figures: SocketFigures
  #closing = false
  #heardAt = performance.now()

  /** `frameBytes`: a larger frame closes 4413 before anything is decoded. */
  constructor(socket: WebSocket, device: DeviceRow, frameBytes: number, figures: SocketFigures) {
    this.device = device
    this.#socket = socket
    this.#frameBytes = frameBytes
    this.#figures = figures
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('pong', () => (this.#heardAt = performance.now()))
    socket.on('close', () => {
      this.#closing = true
      this.onClosed()
    })
    // A protocol error of the other side; ws closes the socket itself, and `close` follows.
    socket.on('error', () => {})
  }

  /** True once the socket is closed or about to be: nothing further is read from it. */
  get closing(): boolean {
    return this.#closing
  }

  /** Calls back once, when the connection has ended. */
  onGone(listener: () => void): void {
    this.#socket.once('close', listener)
  }

  /** Sends one whole frame, or cuts a reader off that is too far behind: never drops a single frame. */
  send(frame: Uint8Array): void {
    if (this.#closing || this.#socket.readyState !== this.#socket.OPEN) return
    if (this.#socket.bufferedAmount > UNSENT_BYTES) {
      this.#figures.slowClosed++
      this.close('slow')
      return
    }
    this.#figures.framesSent++
    this.#figures.bytesSent += frame.byteLength
    this.#socket.send(frame)
  }

  /** Closes with a code of the table. */
  close(name: CloseName): void {
    if (this.#closing) return
    this.#closing = true
    this.#socket.close(CLOSE[name].code, CLOSE[name].says)
  }

  /** Asks for a sign of life, and ends a connection that has given none for this long: its other side is gone. */
  checkAlive(deadAfterMs: number): void {
    if (performance.now() - this.#heardAt > deadAfterMs) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.ping()
  }

  #receive(data: RawData, isBinary: boolean): void {
    this.#heardAt = performance.now()
    // Whoever closed it, what comes before the other side agrees has no effect: it may have lost its right.
    if (this.#closing || this.#socket.readyState !== this.#socket.OPEN) return
    const bytes = joined(data)
    if (bytes.byteLength > this.#frameBytes) this.close('tooLarge')
    else if (isBinary) this.onFrame(bytes)
    else this.close('badMessage')
  }
}

function joined(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
