import { type AnyMessage, type JsonRpcId, ndJsonStream, type Stream } from '@agentclientprotocol/sdk'
import type { Readable, Writable } from 'node:stream'
import { Readable as NodeReadable } from 'node:stream'

/** A JSON-RPC response as it came in. */
export type RawResponse = { id: JsonRpcId; result?: unknown; error?: { code: number; message: string } }

/** Sees every message before it goes on; it cannot change one. */
export type Tap = (message: AnyMessage) => void

/**
 * The connection to the client: the SDK's stream, with taps on both directions and a way to write
 * bytes that the SDK would not write. Both kinds of output keep their order.
 */
export type Wire = {
  /** For the SDK. */
  stream: Stream
  /** Called for each message that the agent sends, before it is written. */
  tapOutgoing(tap: Tap): void
  /** Called for each message that arrives, before the SDK sees it. */
  tapIncoming(tap: Tap): void
  /** Writes bytes as they are. Resolves when the pipe has room again: that is the back-pressure. */
  writeBytes(bytes: Uint8Array): Promise<void>
  /** Writes one line of text. */
  writeLine(line: string): Promise<void>
  /** Sends a request under an id of our own choice, also one already in use. Resolves with the first response to it. */
  requestRaw(id: string, method: string, params: unknown): Promise<RawResponse>
  /** Resolves when the operating system has taken everything written so far. */
  flushed(): Promise<void>
}

/** Connects to a client over a pair of pipes. */
export function openWire(input: Readable, output: Writable): Wire {
  const outgoing: Tap[] = []
  const incoming: Tap[] = []
  const rawRequests = new Map<JsonRpcId, (response: RawResponse) => void>()

  const writeBytes = (bytes: Uint8Array): Promise<void> => {
    if (output.write(bytes)) return Promise.resolve()
    return new Promise((resolve) => output.once('drain', resolve))
  }
  const base = ndJsonStream(
    new WritableStream({ write: writeBytes }),
    NodeReadable.toWeb(input) as ReadableStream<Uint8Array>,
  )
  const writer = base.writable.getWriter()

  const writable = new WritableStream<AnyMessage>({
    write: (message) => {
      for (const tap of outgoing) tap(message)
      return writer.write(message)
    },
  })
  const readable = base.readable.pipeThrough(
    new TransformStream<AnyMessage, AnyMessage>({
      transform: (message, controller) => {
        for (const tap of incoming) tap(message)
        if (isResponse(message) && rawRequests.has(message.id)) rawRequests.get(message.id)?.(message)
        else controller.enqueue(message)
      },
    }),
  )

  return {
    stream: { readable, writable },
    tapOutgoing: (tap) => outgoing.push(tap),
    tapIncoming: (tap) => incoming.push(tap),
    writeBytes,
    writeLine: (line) => writeBytes(new TextEncoder().encode(`${line}\n`)),
    requestRaw: async (id, method, params) => {
      const message: AnyMessage = { jsonrpc: '2.0', id, method, params }
      for (const tap of outgoing) tap(message)
      const response = new Promise<RawResponse>((resolve) => rawRequests.set(id, resolve))
      await writer.write(message)
      return response
    },
    flushed: () => new Promise((resolve) => output.write('', () => resolve())),
  }
}

/** True for a message that answers a request. */
export function isResponse(message: AnyMessage): message is AnyMessage & RawResponse {
  return !('method' in message) && 'id' in message
}
