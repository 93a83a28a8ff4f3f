import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'

/** First and longest pause before a process that ended is started again; a life of GOOD_MS makes it short again. */
const FIRST_MS = 200
const LONGEST_MS = 10_000
const GOOD_MS = 10_000
/** A process that does not end when asked is killed after this long: longer than the runner gives its harness. */
const STOP_MS = 8000

/** A child process that is started again whenever it ends, until it is stopped. */
export class Supervised {
  readonly #name: string
  readonly #args: () => readonly string[]
  readonly #onLine: (line: string) => void
  #child: ChildProcess | null = null
  #pause = FIRST_MS
  #timer: NodeJS.Timeout | null = null
  #stopping = false
  #onFailed: () => void = () => {}
  /** Settles when the first process ends before it has lived for long: it cannot be started as it is called. */
  readonly failed: Promise<'failed'>

  /** `args` are asked for at each start; `onLine` gets each line on stdout; stderr goes to ours. */
  constructor(name: string, args: () => readonly string[], onLine: (line: string) => void) {
    this.#name = name
    this.#args = args
    this.#onLine = onLine
    this.failed = new Promise((resolve) => {
      this.#onFailed = () => resolve('failed')
    })
  }

  /** The process that runs now; 0 between two. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts it. */
  start(): void {
    if (this.#stopping) return
    const startedAt = Date.now()
    // A group of its own: Ctrl-C reaches this process alone, which then ends its children in order.
    // Its stdin is never written to: that it closes tells the child that this process is gone, however it went.
    const env = { ...process.env, PERIGEE_SUPERVISED: '1' }
    const child = spawn(process.execPath, this.#args(), { env, stdio: ['pipe', 'pipe', 'inherit'], detached: true })
    this.#child = child
    createInterface({ input: child.stdout }).on('line', this.#onLine)
    const onExit = (): void => void child.kill('SIGKILL')
    process.once('exit', onExit)
    child.on('exit', (code, signal) => {
      process.off('exit', onExit)
      this.#child = null
      if (this.#stopping) return
      if (code !== null && code !== 0 && Date.now() - startedAt < GOOD_MS) this.#onFailed()
      if (Date.now() - startedAt > GOOD_MS) this.#pause = FIRST_MS
      this.#timer = setTimeout(() => {
        process.stderr.write(`${this.#name} ended (${signal ?? `code ${code ?? 'unknown'}`}); it is started again.\n`)
        this.start()
      }, this.#pause)
      this.#pause = Math.min(this.#pause * 2, LONGEST_MS)
    })
  }

  /** Asks it to end, and sees to it that it does. */
  async stop(): Promise<void> {
    this.#stopping = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    const child = this.#child
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      child.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      child.kill('SIGTERM')
    })
  }
}
