import { client, type AnyMessage, type ClientConnection, type ClientContext } from '@agentclientprotocol/sdk'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { DriverHandlers, HarnessRequest } from '../driver.ts'
import { HarnessLines } from '../harness-lines.ts'
import { isObject, readLine, type Incoming, type JsonObject } from '../json-rpc.ts'
import type { HarnessProcess } from '../provider.ts'

const METHOD_NOT_FOUND = -32601

/**
 * ACP version 1 over the stdio of a harness.
 *
 * The SDK pairs our requests with their answers. What comes from the harness does not pass through it: the SDK starts
 * handlers concurrently, so that an update, a permission and the end of a turn could overtake one another; and it does
 * not tell when an answer has been written, which is the moment that makes a decision `applied`.
 */
export class AcpConnection {
  readonly #process: HarnessProcess
  readonly #handlers: DriverHandlers
  readonly #lines: HarnessLines
  readonly #connection: ClientConnection
  readonly #pending = new Set<unknown>()
  readonly #written = new WeakMap<object, () => void>()
  #answers: ReadableStreamDefaultController<AnyMessage> | null = null

  constructor(process: HarnessProcess, handlers: DriverHandlers) {
    this.#process = process
    this.#handlers = handlers
    const readable = new ReadableStream<AnyMessage>({
      start: (controller) => {
        this.#answers = controller
      },
    })
    const writable = new WritableStream<AnyMessage>({ write: (message) => this.#writeMessage(message) })
    this.#connection = client({ name: 'perigee' }).connect({ readable, writable })
    this.#lines = new HarnessLines(process, {
      ...handlers,
      onLine: (line) => this.#handle(readLine(line), line),
      onEnded: () => {
        handlers.onEnded()
        this.#connection.close()
      },
    })
  }

  /** Requests and notifications to the harness. A request fails once the connection has ended. */
  get agent(): ClientContext {
    return this.#connection.agent
  }

  /** Calls `done` once the message with exactly these params has been written. */
  whenWritten(params: object, done: () => void): void {
    this.#written.set(params, done)
  }

  async #writeMessage(message: AnyMessage): Promise<void> {
    if ('id' in message && 'method' in message) this.#pending.add(message.id)
    await this.#process.write(`${JSON.stringify(message)}\n`)
    const params: unknown = 'params' in message ? message.params : undefined
    if (isObject(params)) this.#written.get(params)?.()
  }

  async #handle(incoming: Incoming, line: Buffer): Promise<void> {
    switch (incoming.is) {
      case 'response':
        if (!this.#pending.delete(incoming.id)) return this.#lines.noteNoise(1)
        this.#answers?.enqueue(incoming.message as unknown as AnyMessage)
        // Whoever waits for this answer goes on before the next line is read.
        await setImmediate()
        return
      case 'request':
        // Not awaited: a harness that writes before it reads would wait for us, and we for it.
        if (!(await this.#handlers.onRequest(this.#request(incoming, line)))) void this.#refuse(incoming)
        return
      case 'notification':
        await this.#notified(incoming.method, incoming.params)
        return
      case 'noise':
        this.#lines.noteNoise(1)
    }
  }

  async #notified(method: string, params: JsonObject): Promise<void> {
    if (method === 'session/update') {
      const { sessionId, update } = params
      if (typeof sessionId === 'string' && isObject(update)) await this.#handlers.onUpdate(sessionId, update)
      else this.#lines.noteNoise(1)
    } else if (method === '$/cancel_request') {
      const id = params['requestId']
      if (typeof id === 'string' || typeof id === 'number') this.#handlers.onWithdraw(id)
    } else if (method === 'elicitation/complete') {
      const id = params['elicitationId']
      if (typeof id === 'string') this.#handlers.onElicitationComplete(id)
    }
  }

  #request({ id, method, params }: Extract<Incoming, { is: 'request' }>, line: Buffer): HarnessRequest {
    const fingerprint = createHash('sha256').update(line).digest('hex')
    const respond = (result: unknown): Promise<void> =>
      this.#process.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
    return { id, method, params, fingerprint, respond }
  }

  async #refuse({ id, method }: Extract<Incoming, { is: 'request' }>): Promise<void> {
    const error = { code: METHOD_NOT_FOUND, message: `This client has no "${method.slice(0, 100)}".` }
    await this.#process.write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`).catch(() => {})
  }
}
