import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeEnrolment } from '../../shared/devices/enrolment.ts'
import type { RelayPeople } from './relay-people.ts'

/** Where a runner works, and for which relay. */
export interface RunnerOptions {
  readonly relayUrl: string
  /** Whose owner enrols it, the first time that it starts; without one `flags` have to say how. */
  readonly enrolledBy?: Pick<RelayPeople, 'enrolment'>
  /** How the agent is kept apart; without it not at all, which starts fastest. */
  readonly isolation?: readonly string[]
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
  /** Empty: what its adapter names. */
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
  const { relayUrl, state, name, workspace, agentFlags = [], agent, isolation = ['--isolation', 'none'] } = options
  const command = agent?.command ?? [process.execPath, AGENT, ...agentFlags]
  const own = [...isolation, ...(await enrolmentFlags(options)), ...(options.flags ?? []), ...(agent?.flags ?? [])]
  const flags = ['--relay', relayUrl, '--state', state, '--name', name, ...own]
  const named = command.length > 0 ? ['--', ...command] : []
  const child = spawn(process.execPath, [PERIGEE, 'orb', ...flags, ...named], {
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

/** What the owner signed for this orb, in a file; the same one again when it is started again. */
async function enrolmentFlags({ enrolledBy, state, name }: RunnerOptions): Promise<string[]> {
  if (enrolledBy === undefined) return []
  const file = join(state, `enrolment-of-${name}`)
  if (!existsSync(file)) writeFileSync(file, writeEnrolment(await enrolledBy.enrolment()), { mode: 0o600 })
  return ['--enrol-file', file]
}
