import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Confined, HarnessExit, HarnessProcess, Launch, StopWaits } from './provider.ts'
import { killGroup, signalGroup } from './process-group.ts'

/** Most harnesses end within half a second of their stdin closing; one took two. */
const USUAL_WAITS: StopWaits = { closeStdinMs: 3000, termMs: 2000 }
/** Of stderr, enough for the last words of a crash. */
const STDERR_CHARS = 4000

/**
 * Starts a harness in a process group of its own.
 * @throws PerigeeError with a sentence where it cannot be started
 */
export async function startGrouped(confined: Confined, waits?: StopWaits): Promise<HarnessProcess> {
  const child = spawn(confined.command, confined.args, {
    cwd: confined.cwd,
    env: confined.env,
    ...confined.owner,
    // A group of its own, so that what the harness starts can be ended with it.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  await spawned(child, confined)
  return new GroupedProcess(child, ownGroup(child.pid ?? 0), waits)
}

/** Resolves once a program runs. @throws PerigeeError with a sentence where it cannot be started */
export async function spawned(child: ChildProcess, launch: Launch): Promise<void> {
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new PerigeeError('not-found', `The agent could not be started: ${reasonOf(error, launch)}`, error)
  }
}

/** All the processes that belong to a harness. */
export interface Company {
  /** Sends a signal to all of them. */
  signal(signal: NodeJS.Signals): void
  /** Kills all of them; resolves when none is left. */
  end(): Promise<void>
}

function ownGroup(leader: number): Company {
  return { signal: (signal) => void signalGroup(leader, signal), end: () => killGroup(leader) }
}

/** A child with the three pipes of a harness. */
export type PipedProcess = ChildProcess & { stdin: Writable; stdout: Readable; stderr: Readable }

/** A harness with its pipes and its company. */
export class GroupedProcess implements HarnessProcess {
  readonly pid: number
  readonly stdout: Readable
  readonly exited: Promise<HarnessExit>
  readonly #stdin: Writable
  readonly #company: Company
  readonly #waits: StopWaits
  #stderr = ''

  constructor(child: PipedProcess, company: Company, waits: StopWaits = USUAL_WAITS) {
    this.#waits = waits
    this.#stdin = child.stdin
    this.#company = company
    this.pid = child.pid ?? 0
    this.stdout = child.stdout
    // A runner that ends without a farewell leaves no harness behind, unless it is killed.
    const onExit = (): void => company.signal('SIGKILL')
    process.once('exit', onExit)
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        process.off('exit', onExit)
        // What the leader left behind goes with it: nobody else knows of it.
        void company.end().then(() => resolve({ code, signal }))
      })
    })
    child.stderr.setEncoding('utf8')
    child.stderr.on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARS)
    })
    // A broken pipe is told to the write that met it.
    child.stdin.on('error', () => {})
  }

  write(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#stdin.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }

  stderrTail(): string {
    return this.#stderr.trim()
  }

  async stop(): Promise<void> {
    this.#stdin.end()
    if (await this.#exitsWithin(this.#waits.closeStdinMs)) return
    this.#company.signal('SIGTERM')
    if (await this.#exitsWithin(this.#waits.termMs)) return
    await this.kill()
  }

  async kill(): Promise<void> {
    await this.#company.end()
    await this.exited
  }

  async #exitsWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController()
    const late = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false)
    const gone = await Promise.race([this.exited.then(() => true), late])
    timer.abort()
    return gone
  }
}

function reasonOf(error: unknown, launch: Launch): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOENT') return `there is no program "${launch.command}", or no folder ${launch.cwd}.`
  if (code === 'EACCES') return `"${launch.command}" may not be run.`
  return String(error)
}
