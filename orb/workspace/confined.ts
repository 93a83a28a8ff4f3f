import { spawn } from 'node:child_process'
import type { Launch, Provider } from '../harness/provider.ts'

const TIMEOUT_MS = 5000
const OUTPUT_BYTES = 4 * 1024 * 1024

/** Bounds of a short program, and what it is given. */
export interface ConfinedOptions {
  readonly input?: string | Uint8Array | undefined
  /** Ends it early. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
  readonly maxBytes?: number | undefined
}

/**
 * Runs a short program as the agent may run it. Its output, or null where it could not be started, failed, took too
 * long, or said too much.
 */
export function runConfined(
  provider: Provider,
  launch: Launch,
  { input = '', signal, timeoutMs = TIMEOUT_MS, maxBytes = OUTPUT_BYTES }: ConfinedOptions = {},
): Promise<Buffer | null> {
  if (signal?.aborted === true) return Promise.resolve(null)
  const { command, args, cwd, env, owner } = provider.confine(launch)
  return new Promise((resolve) => {
    const child = spawn(command, [...args], { cwd, env, ...owner, stdio: ['pipe', 'pipe', 'ignore'] })
    const chunks: Buffer[] = []
    let bytes = 0
    const settle = (output: Buffer | null) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
      resolve(output)
    }
    const stop = () => {
      child.kill('SIGKILL')
      child.stdout.destroy()
      settle(null)
    }
    const timer = setTimeout(stop, timeoutMs)
    signal?.addEventListener('abort', stop)
    child.on('error', () => settle(null))
    // It may end without having read everything.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) stop()
      else chunks.push(chunk)
    })
    child.on('close', (code) => settle(code === 0 ? Buffer.concat(chunks) : null))
  })
}
