import { setImmediate } from 'node:timers/promises'
import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import type { DriverHandlers } from '../driver.ts'
import { reportedError } from '../error-sentence.ts'
import { HarnessLines } from '../harness-lines.ts'
import { isObject, type JsonObject } from '../json-rpc.ts'
import type { HarnessProcess } from '../provider.ts'

interface Call {
  readonly command: string
  readonly resolve: (data: JsonObject) => void
  readonly reject: (error: unknown) => void
}

type Handlers = Pick<DriverHandlers, 'onTrouble' | 'onNoise' | 'mayRead'> & {
  /** Anything but the answer to a call of ours. `line` is the record as it came. */
  readonly onRecord: (record: JsonObject, line: Buffer) => void | Promise<void>
  /** Its output has ended, and everything in it has been handled. */
  readonly onEnded: () => void
}

/** Pi's RPC over the stdio of its process: JSON records on lines, where answers come in any order among events. */
export class PiConnection {
  readonly #process: HarnessProcess
  readonly #handlers: Handlers
  readonly #lines: HarnessLines
  readonly #calls = new Map<string, Call>()
  #count = 0
  #ended = false

  constructor(process: HarnessProcess, handlers: Handlers) {
    this.#process = process
    this.#handlers = handlers
    this.#lines = new HarnessLines(process, {
      ...handlers,
      onLine: (line) => this.#take(line),
      onEnded: () => this.#onEnded(),
    })
  }

  /**
   * Gives a command and waits for what it answers. `written` is called once the system has taken it.
   * @throws PerigeeError where Pi refuses it, any other error once the output has ended
   */
  async call(command: string, fields: JsonObject = {}, written: () => void = () => {}): Promise<JsonObject> {
    if (this.#ended) throw new Error('The connection has ended.')
    const id = `perigee-${++this.#count}`
    const answer = new Promise<JsonObject>((resolve, reject) => this.#calls.set(id, { command, resolve, reject }))
    answer.catch(() => {})
    await this.write({ id, type: command, ...fields })
    written()
    return answer
  }

  /** Writes a record; resolves once the system has taken it. */
  write(record: JsonObject): Promise<void> {
    return this.#process.write(`${JSON.stringify(record)}\n`)
  }

  #onEnded(): void {
    this.#ended = true
    this.#handlers.onEnded()
    for (const call of this.#calls.values()) call.reject(new Error('The connection has ended.'))
    this.#calls.clear()
  }

  async #take(line: Buffer): Promise<void> {
    const record = parse(line)
    if (record === null) this.#lines.noteNoise(1)
    else if (record['type'] === 'response') await this.#answered(record)
    else await this.#handlers.onRecord(record, line)
  }

  async #answered(record: JsonObject): Promise<void> {
    const id = this.#idFor(record)
    const call = id === null ? undefined : this.#calls.get(id)
    if (id === null || call === undefined) return this.#lines.noteNoise(1)
    this.#calls.delete(id)
    const { success, error, data } = record
    if (success === true) call.resolve(isObject(data) ? data : {})
    else call.reject(new PerigeeError('unavailable', reportedError(typeof error === 'string' ? error : call.command)))
    // Whoever waits for this answer goes on before the next line is read.
    await setImmediate()
  }

  /** Some versions answer a command that they do not know, or cannot read, without its id. */
  #idFor({ id, command }: JsonObject): string | null {
    if (typeof id === 'string') return id
    for (const [waiting, call] of this.#calls) {
      if (command === call.command || command === 'parse') return waiting
    }
    return null
  }
}

function parse(line: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return isObject(value) && typeof value['type'] === 'string' ? value : null
  } catch {
    return null
  }
}
