import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A JSON-RPC message, read without any schema: the tests are about what is really on the wire. */
export type Message = {
  id?: string | number
  method?: string
  params?: Record<string, unknown> & {
    update?: Update
    toolCall?: Update
    options?: { optionId: string; kind: string }[]
  }
  // eslint-disable-next-line typescript/no-explicit-any -- the tests look into whatever the agent answered
  result?: any
  error?: { code: number; message: string }
}

/** The update of a session/update, or the tool call of a permission. */
// eslint-disable-next-line typescript/no-explicit-any -- the tests look into whatever the agent sent
export type Update = Record<string, any>

/** A client that speaks raw JSON-RPC to a real agent process. It never answers by itself. */
export class RawClient {
  readonly process: ChildProcessWithoutNullStreams
  readonly exited: Promise<[number | null, string | null]>
  /** Everything that came, in order. */
  readonly messages: Message[] = []
  /** The lines that were not JSON. */
  readonly noise: string[] = []
  /** The length of the longest line. */
  longestLine = 0
  readonly #waiting = new Set<() => void>()
  #nextId = 1

  constructor(program: string, cwd: string, flags: readonly string[]) {
    this.process = spawn(process.execPath, [program, ...flags], { cwd })
    this.exited = once(this.process, 'exit') as Promise<[number | null, string | null]>
    this.process.stderr.on('data', (chunk: Buffer) => process.stderr.write(chunk))
    createInterface({ input: this.process.stdout }).on('line', (line) => this.#take(line))
    this.process.stdout.once('close', () => this.#wake())
  }

  /** Ends the agent for good. */
  kill(): void {
    this.process.kill('SIGKILL')
  }

  /** Forgets what came so far, for a test that shares the agent with others. */
  forget(): void {
    this.messages.length = 0
    this.noise.length = 0
    this.longestLine = 0
  }

  /** The updates of one kind so far. */
  updates(kind: string): Update[] {
    const all = this.messages.map((message) => message.params?.update ?? {})
    return all.filter((update) => update['sessionUpdate'] === kind)
  }

  /** What the agent has said so far. */
  said(): string {
    return this.updates('agent_message_chunk')
      .map((update) => update['content'].text as string)
      .join('')
  }

  /** Sends a request and gives its id at once. */
  start(method: string, params: object): number {
    const id = this.#nextId++
    this.send({ jsonrpc: '2.0', id, method, params })
    return id
  }

  /** Sends a request and gives the whole response. */
  async request(method: string, params: object): Promise<Message> {
    return this.response(this.start(method, params))
  }

  /** The response to a request that was started. */
  async response(id: number): Promise<Message> {
    return this.find((message) => message.id === id && message.method === undefined)
  }

  /** Sends any message. */
  send(message: object): void {
    this.process.stdin.write(`${JSON.stringify(message)}\n`)
  }

  /** Answers a request of the agent. */
  answer(request: Message, result: object): void {
    this.send({ jsonrpc: '2.0', id: request.id, result })
  }

  /** Chooses the option of a kind in a permission request. */
  choose(request: Message, kind: string): void {
    const option = request.params?.options?.find((offered) => offered.kind === kind)
    if (option === undefined) throw new Error(`no option of kind ${kind}`)
    this.answer(request, { outcome: { outcome: 'selected', optionId: option.optionId } })
  }

  /** The next permission request, beginning with the first (0). */
  async permission(index: number): Promise<Message> {
    return this.find((message) => message.method === 'session/request_permission', index)
  }

  /** The message that fits, number `index` of them; fails at once when the agent has ended without it. */
  async find(fits: (message: Message) => boolean, index = 0): Promise<Message> {
    let place = 0
    let before = 0
    for (;;) {
      for (; place < this.messages.length; place += 1) {
        const message = this.messages[place]
        if (message === undefined || !fits(message)) continue
        if (before === index) return message
        before += 1
      }
      if (this.process.stdout.closed) throw new Error(`the agent ended; it said: ${this.said()}`)
      await new Promise<void>((wake) => this.#waiting.add(wake))
    }
  }

  /** Initializes the connection and starts a session. */
  async session(cwd: string, clientCapabilities: object = {}): Promise<string> {
    await this.initialize(clientCapabilities)
    const { result } = await this.request('session/new', { cwd, mcpServers: [] })
    return result.sessionId as string
  }

  /** Initializes the connection. */
  async initialize(clientCapabilities: object = {}): Promise<Message> {
    return this.request('initialize', { protocolVersion: 1, clientCapabilities })
  }

  /** Sends a prompt and gives its id at once. */
  prompt(sessionId: string, text: string): number {
    return this.start('session/prompt', { sessionId, prompt: [{ type: 'text', text }] })
  }

  /** Plays a prompt that asks nothing to its end. */
  async play(sessionId: string, text: string): Promise<Message> {
    return this.response(this.prompt(sessionId, text))
  }

  #take(line: string): void {
    this.longestLine = Math.max(this.longestLine, line.length)
    try {
      this.messages.push(JSON.parse(line) as Message)
    } catch {
      this.noise.push(line)
    }
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting) wake()
    this.#waiting.clear()
  }
}
