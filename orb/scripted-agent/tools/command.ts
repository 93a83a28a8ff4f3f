import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Turn } from '../turns/turn.ts'
import { text, type ToolUse } from './tool-call.ts'

/** How much of a command's output is shown: the newest part. */
const SHOWN_CHARACTERS = 64 * 1024

/** The output is shown again at most this often, in milliseconds: it is sent whole each time. */
const PROGRESS_MS = 100

/** How long after the shell's end its output may still come, from children that hold the pipe open. */
const LINGER_MS = 100

/** Runs a command with /bin/sh in the workspace, and shows its output while it comes. */
export function commandTool(turn: Turn, command: string): ToolUse {
  const { cwd } = turn.session.record
  return {
    kind: 'execute',
    name: 'shell',
    title: `Run ${command}`,
    locations: [{ path: cwd }],
    rawInput: { command, cwd },
    content: [],
    delicate: true,
    problem: null,
    run: async (progress) => {
      const shell = spawn('/bin/sh', ['-c', command], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
      const output = gather(shell)
      const exit = ended(shell)
      const stop = () => killTree(shell)
      turn.signal.addEventListener('abort', stop, { once: true })
      try {
        await showProgress(exit, output, progress)
        const { code, signal, problem } = await exit
        turn.signal.throwIfAborted()
        const how = problem ?? (signal === null ? `Exit code ${code}` : `Ended by ${signal}`)
        const shown = [output.text().trimEnd(), how].filter((part) => part !== '').join('\n')
        return { ok: code === 0, content: [text(shown)], rawOutput: { exitCode: code, signal } }
      } finally {
        turn.signal.removeEventListener('abort', stop)
      }
    },
  }
}

type Output = { text(): string; length(): number }
type Exit = { code: number | null; signal: string | null; problem: string | null }

/** Keeps the newest part of both outputs, in the order in which they came. */
function gather(shell: ChildProcess): Output {
  let kept = ''
  let total = 0
  for (const pipe of [shell.stdout, shell.stderr]) {
    pipe?.setEncoding('utf8').on('data', (chunk: string) => {
      total += chunk.length
      kept = (kept + chunk).slice(-SHOWN_CHARACTERS)
    })
  }
  return {
    text: () => (total > kept.length ? `(${total - kept.length} characters before this are left out)\n${kept}` : kept),
    length: () => total,
  }
}

async function ended(shell: ChildProcess): Promise<Exit> {
  const closed = once(shell, 'close').catch(() => {})
  try {
    const [code, signal] = (await once(shell, 'exit')) as [number | null, string | null]
    await Promise.race([closed, setTimeout(LINGER_MS)])
    return { code, signal, problem: null }
  } catch (error) {
    return { code: null, signal: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** Shows new output until the command has ended, never faster than the client takes it. */
async function showProgress(
  exit: Promise<Exit>,
  output: Output,
  progress: (content: ReturnType<typeof text>[]) => Promise<void>,
): Promise<void> {
  let over = false
  const end = exit.then(() => {
    over = true
  })
  let shown = 0
  for (;;) {
    await Promise.race([end, setTimeout(PROGRESS_MS)])
    if (over) return
    if (output.length() === shown) continue
    shown = output.length()
    await progress([text(output.text())])
  }
}

/**
 * Ends a shell and what it started. They stay in the agent's own process group, so that whoever kills
 * the group gets them too; killing that group here would be suicide. Without /proc only the shell ends.
 */
function killTree(shell: ChildProcess): void {
  for (const pid of descendants(shell.pid ?? -1)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
  }
  shell.kill('SIGKILL')
}

function descendants(pid: number): number[] {
  let pids: string[]
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
  const children = pids.map(Number).filter((child) => parentOf(child) === pid)
  return children.flatMap((child) => [...descendants(child), child])
}

function parentOf(pid: number): number | null {
  try {
    // "PID (NAME) STATE PARENT ...": the name may hold spaces and brackets, so count from its end.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}
