import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Where a runner works, and for which relay. */
export interface RunnerOptions {
  readonly relayUrl: string
  /** The state folder of the installation; the runner's own part is `orbs/<name>/`. */
  readonly state: string
  readonly name: string
  readonly workspace: string
  /** Flags of the scripted agent. */
  readonly agentFlags?: readonly string[]
  /** More flags of `perigee orb`, such as how it is enrolled. */
  readonly flags?: readonly string[]
  /** Runs this in place of the scripted agent. */
  readonly agent?: OtherAgent
}

/** An agent that is not ours. */
export interface OtherAgent {
  readonly command: readonly string[]
  /** What `perigee orb` is told beside it, such as the names of variables that it passes on. */
  readonly flags: readonly string[]
  /** What the runner has in its environment beside the test's own. */
  readonly env: Readonly<Record<string, string>>
}

/** `perigee orb` with an agent, as a process of its own. */
export interface RunnerProcess {
  readonly pid: number
  /** What it has printed so far, both outputs. */
  output(): string
  /** SIGKILL; resolves once it is gone. Its agent is left behind, as in a real crash. */
  kill(): Promise<void>
  /** Asks it to end, and waits for that. */
  stop(): Promise<void>
}

const PERIGEE = fileURLToPath(new URL('../../dist/node/perigee.js', import.meta.url))
const AGENT = fileURLToPath(new URL('../../dist/node/scripted-agent.js', import.meta.url))

/** Starts a runner. It connects by itself; who needs it watches its orb's room. */
export async function startRunnerProcess(options: RunnerOptions): Promise<RunnerProcess> {
  const { relayUrl, state, name, workspace, agentFlags = [], flags: more = [], agent } = options
  const command = agent?.command ?? [process.execPath, AGENT, ...agentFlags]
  const flags = ['--relay', relayUrl, '--state', state, '--name', name, ...more, ...(agent?.flags ?? [])]
  const child = spawn(process.execPath, [PERIGEE, 'orb', ...flags, '--', ...command], {
    cwd: workspace,
    env: { ...process.env, ...agent?.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  await once(child, 'spawn')
  const exited = once(child, 'exit')
  const onExit = (): void => void child.kill('SIGKILL')
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await exited
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}
