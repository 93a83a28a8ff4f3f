import { spawn } from 'node:child_process'
import { program } from './programs.ts'

/**
 * `perigee relay`: the relay as a process of its own, with the same words and the same terminal. `beside`: see program.
 */
export async function relay(args: readonly string[], beside: string): Promise<number> {
  const child = spawn(process.execPath, [program('relay', beside), ...args], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals): void => {
    // Ctrl-C in a terminal reaches the child by itself: passing it on would count it twice.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => pass(signal))
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
