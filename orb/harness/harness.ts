import { PerigeeError, toPerigeeError } from '../../shared/codes/perigee-error.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'
import { cutName } from '../transcripts/tool-call.ts'
import type { DriverHandlers, HarnessDriver, HarnessFacts } from './driver.ts'
import { openDriver } from './open-driver.ts'
import type { ProcessBook } from './orphans.ts'
import type { HarnessExit, HarnessProcess, Launch, Provider } from './provider.ts'

const LEFT_OUTPUT_MS = 1000

/** A harness that has greeted us. It lives until its process ends; the next one is another. */
export interface LiveHarness {
  readonly driver: HarnessDriver
  readonly facts: HarnessFacts
  /** Sessions that exist in this process. */
  readonly sessions: Set<string>
}

/** How an orb's harness is started and spoken to. */
export interface HarnessPlan {
  readonly manifest: AdapterManifest
  readonly provider: Provider
  /** Asked for each start: a launch may hold what is good for one process alone. */
  readonly launchFor: () => Promise<Launch>
}

/** What a harness process tells about its life. */
export interface HarnessEvents {
  readonly onStarting: () => void
  readonly onReady: (live: LiveHarness) => void
  /** The process is gone, and everything it said has been handled. `asked`: the runner wanted it so. */
  readonly onGone: (sentence: string, asked: boolean) => void
  /** It could not be started, or did not answer. */
  readonly onFailed: (error: unknown) => void
}

/** The harness of an orb: one process at a time, started when it is needed. */
export class Harness {
  readonly #plan: HarnessPlan
  readonly #book: ProcessBook
  readonly #handlers: Omit<DriverHandlers, 'onEnded'>
  readonly #events: HarnessEvents
  #process: HarnessProcess | null = null
  #starting: Promise<LiveHarness> | null = null
  #gone: Promise<string> = Promise.resolve('The agent is not running.')
  /** Why the runner ends the process; null while it should run. */
  #why: string | null = null
  #spawning: Promise<HarnessProcess> | null = null
  #closed: string | null = null

  constructor(plan: HarnessPlan, book: ProcessBook, handlers: Omit<DriverHandlers, 'onEnded'>, events: HarnessEvents) {
    this.#plan = plan
    this.#book = book
    this.#handlers = handlers
    this.#events = events
  }

  /**
   * The harness, started and initialised where it is not running.
   * @throws PerigeeError with a sentence where it cannot be started or does not answer
   */
  async live(): Promise<LiveHarness> {
    if (this.#starting === null) {
      await this.#gone
      this.#starting ??= this.#start()
    }
    return this.#starting
  }

  /** Settles when the present process is gone, with the sentence that says how. */
  whenGone(): Promise<string> {
    return this.#gone
  }

  /** Ends the process: politely at first, then by force. `why` is what its runs are told. */
  async stop(why: string): Promise<void> {
    this.#leave(why)
    await this.#process?.stop()
    await this.#gone
  }

  /** Ends the process and its whole group at once. */
  async kill(why: string): Promise<void> {
    this.#leave(why)
    await this.#process?.kill()
    await this.#gone
  }

  /** Ends the process for good: no other is started. */
  async close(why: string): Promise<void> {
    this.#closed = why
    await this.#spawning?.catch(() => {})
    await this.stop(why)
  }

  /** From now on `live` means the next process. */
  #leave(why: string): void {
    this.#why = why
    if (this.#process !== null) this.#starting = null
  }

  async #start(): Promise<LiveHarness> {
    if (this.#closed !== null) throw new PerigeeError('unavailable', this.#closed)
    this.#events.onStarting()
    try {
      this.#spawning = this.#spawn()
      const process = await this.#spawning
      this.#spawning = null
      this.#book.add(process.pid)
      this.#process = process
      this.#why = null
      return await this.#initialize(process)
    } catch (error) {
      this.#starting = null
      this.#events.onFailed(error)
      throw toPerigeeError(error)
    }
  }

  async #spawn(): Promise<HarnessProcess> {
    const { provider, launchFor, manifest } = this.#plan
    return provider.start(await launchFor(), manifest.stop)
  }

  async #initialize(process: HarnessProcess): Promise<LiveHarness> {
    let onEnded = (): void => {}
    const ended = new Promise<void>((resolve) => {
      onEnded = resolve
    })
    const { manifest } = this.#plan
    const driver = openDriver(manifest, process, { ...this.#handlers, onEnded: () => onEnded() })
    this.#gone = this.#watch(process, ended)
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), manifest.launch.readyTimeoutMs).unref())
    try {
      const said = await Promise.race([this.#greet(driver), late])
      if (said === null) throw new PerigeeError('unavailable', 'The agent started but does not answer.')
      const facts = { ...said, name: said.name === '' ? cutName(manifest.title) : said.name }
      const live: LiveHarness = { driver, facts, sessions: new Set() }
      this.#events.onReady(live)
      return live
    } catch (error) {
      this.#why = error instanceof PerigeeError ? error.message : ''
      await process.kill()
      if (error instanceof PerigeeError) throw error
      throw new PerigeeError('unavailable', exitSentence(await process.exited, process.stderrTail()), error)
    }
  }

  /** Signed in before the first session is opened: some harnesses open none otherwise. */
  async #greet(driver: HarnessDriver): Promise<HarnessFacts> {
    const facts = await driver.initialize()
    const { auth } = this.#plan.manifest
    if (auth.kind === 'authenticate') await driver.authenticate(auth.methodId)
    return facts
  }

  async #watch(process: HarnessProcess, ended: Promise<void>): Promise<string> {
    // Output that ends while the process lives on can bring nothing more.
    void ended.then(() => process.stop())
    const exit = await process.exited
    this.#starting = null
    // It may have left output behind; what left the group and holds the pipe is not waited for.
    const giveUp = setTimeout(() => process.stdout.destroy(), LEFT_OUTPUT_MS)
    await ended
    clearTimeout(giveUp)
    this.#process = null
    this.#book.remove(process.pid)
    const sentence =
      this.#why ?? `${exitSentence(exit, process.stderrTail())} It is started again with the next prompt.`
    this.#events.onGone(sentence, this.#why !== null)
    return sentence
  }
}

/** How a harness ended, with its last words. */
export function exitSentence(exit: HarnessExit, stderr: string): string {
  const how = exit.signal === null ? `with code ${exit.code ?? 'unknown'}` : `by ${exit.signal}`
  const last = stderr.split('\n').findLast((line) => line.trim() !== '')
  return `The agent ended ${how}.${last === undefined ? '' : ` Its last words: ${cutName(last.trim(), 300)}`}`
}
