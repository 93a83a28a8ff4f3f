import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { HarnessExit, HarnessProcess, Launch, Provider } from './provider.ts'
import { killGroup, signalGroup } from './process-group.ts'

/** Most harnesses end within half a second of their stdin closing; one took two. */
const CLOSE_STDIN_MS = 3000
const TERM_MS = 2000
/** Of stderr, enough for the last words of a crash. */
const STDERR_CHARS = 4000

/**
 * No isolation: the harness runs as the runner's own user, in a process group of its own. Whoever answers its approvals
 * should know that they are advice, and every screen says so.
 */
export const noneProvider: Provider = {
  isolation: 'none',
  async start(launch: Launch): Promise<HarnessProcess> {
    const child = spawn(launch.command, launch.args, {
      cwd: launch.cwd,
      env: launch.env,
      // A group of its own, so that what the harness starts can be ended with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    try {
      await once(child, 'spawn')
    } catch (error) {
      throw new PerigeeError('not-found', `The agent could not be started: ${reasonOf(error, launch)}`, error)
    }
    return new GroupedProcess(child)
  },
}

class GroupedProcess implements HarnessProcess {
  readonly pid: number
  readonly stdout
  readonly exited: Promise<HarnessExit>
  readonly #child: ChildProcessWithoutNullStreams
  #stderr = ''

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    this.pid = child.pid ?? 0
    this.stdout = child.stdout
    // A runner that ends without a farewell leaves no harness behind, unless it is killed.
    const onExit = (): void => void signalGroup(this.pid, 'SIGKILL')
    process.once('exit', onExit)
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        process.off('exit', onExit)
        // What the leader left behind goes with it: nobody else knows of it.
        void killGroup(this.pid).then(() => resolve({ code, signal }))
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
      this.#child.stdin.write(text, (error) => (error ? reject(error) : resolve()))
    })
  }

  stderrTail(): string {
    return this.#stderr.trim()
  }

  async stop(): Promise<void> {
    this.#child.stdin.end()
    if (await this.#exitsWithin(CLOSE_STDIN_MS)) return
    signalGroup(this.pid, 'SIGTERM')
    if (await this.#exitsWithin(TERM_MS)) return
    await this.kill()
  }

  async kill(): Promise<void> {
    await killGroup(this.pid)
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
