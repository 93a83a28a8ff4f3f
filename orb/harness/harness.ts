import { methods, type AgentCapabilities } from '@agentclientprotocol/sdk'
import { PerigeeError, toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { SOFTWARE } from '../../shared/version.ts'
import { cutName } from '../transcripts/tool-call.ts'
import { AcpConnection, type AcpHandlers } from './acp-connection.ts'
import type { ProcessBook } from './orphans.ts'
import type { HarnessExit, HarnessProcess, Launch, Provider } from './provider.ts'

/** The stable wire version of ACP. */
const ACP_VERSION = 1
/** Harnesses were seen to need up to 10 s on an idle machine. */
const INITIALIZE_MS = 60_000
const LEFT_OUTPUT_MS = 1000

/** A harness that has answered `initialize`. It lives until its process ends; the next one is another. */
export interface LiveHarness {
  readonly connection: AcpConnection
  readonly name: string
  readonly version: string
  readonly capabilities: AgentCapabilities
  /** Sessions that exist in this process. */
  readonly sessions: Set<string>
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
  readonly #provider: Provider
  readonly #launch: Launch
  readonly #book: ProcessBook
  readonly #handlers: Omit<AcpHandlers, 'onEnded'>
  readonly #events: HarnessEvents
  #process: HarnessProcess | null = null
  #starting: Promise<LiveHarness> | null = null
  #gone: Promise<string> = Promise.resolve('The agent is not running.')
  /** Why the runner ends the process; null while it should run. */
  #why: string | null = null
  #spawning: Promise<HarnessProcess> | null = null
  #closed: string | null = null

  constructor(
    provider: Provider,
    launch: Launch,
    book: ProcessBook,
    handlers: Omit<AcpHandlers, 'onEnded'>,
    events: HarnessEvents,
  ) {
    this.#provider = provider
    this.#launch = launch
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
      this.#spawning = this.#provider.start(this.#launch)
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

  async #initialize(process: HarnessProcess): Promise<LiveHarness> {
    let onEnded = (): void => {}
    const ended = new Promise<void>((resolve) => {
      onEnded = resolve
    })
    const connection = new AcpConnection(process, { ...this.#handlers, onEnded: () => onEnded() })
    this.#gone = this.#watch(process, ended)
    const answer = connection.agent.request(methods.agent.initialize, {
      protocolVersion: ACP_VERSION,
      clientInfo: { name: 'perigee', title: 'Perigee', version: SOFTWARE },
      // The agent works where the runner is: it needs no file system and no terminal of ours.
      clientCapabilities: {
        fs: { readTextFile: false, writeTextFile: false },
        terminal: false,
        elicitation: { form: {}, url: {} },
      },
    })
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), INITIALIZE_MS).unref())
    try {
      const initialized = await Promise.race([answer, late])
      if (initialized === null) throw new PerigeeError('unavailable', 'The agent started but does not answer.')
      if (initialized.protocolVersion !== ACP_VERSION) {
        const theirs = String(initialized.protocolVersion)
        throw new PerigeeError('not-supported', `The agent speaks ACP version ${theirs}; this runner speaks version 1.`)
      }
      const live: LiveHarness = {
        connection,
        name: cutName(initialized.agentInfo?.title ?? initialized.agentInfo?.name ?? this.#launch.command),
        version: cutName(initialized.agentInfo?.version ?? ''),
        capabilities: initialized.agentCapabilities ?? {},
        sessions: new Set(),
      }
      this.#events.onReady(live)
      return live
    } catch (error) {
      this.#why = error instanceof PerigeeError ? error.message : ''
      await process.kill()
      if (error instanceof PerigeeError) throw error
      throw new PerigeeError('unavailable', exitSentence(await process.exited, process.stderrTail()), error)
    }
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
