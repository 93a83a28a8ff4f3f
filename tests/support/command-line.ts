import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { writeOwnDevice } from '../../orb/device/device-file.ts'
import { makeDeviceKey } from '../../orb/device/device-key.ts'
import type { Person } from '../../shared/people/grants.ts'
import type { RelayProcess } from './relay-process.ts'

/** The built command. */
export const PERIGEE = fileURLToPath(new URL('../../dist/node/perigee.js', import.meta.url))

/** What a command that has ended said. */
export interface Said {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Its JSON lines. */
  readonly lines: readonly Record<string, unknown>[]
}

/** Runs `perigee ...` to its end, with `input` on stdin, and with `env` beside the environment of the test. */
export function perigee(args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): Said {
  const options = { encoding: 'utf8' as const, timeout: 60_000, input, env: { ...process.env, ...env } }
  const { status, stdout, stderr } = spawnSync(process.execPath, [PERIGEE, ...args], options)
  return { status, stdout, stderr, lines: jsonLines(stdout) }
}

/** A command that runs on, and is spoken with. */
export interface Talk {
  /** The next JSON line on stdout. Rejects with what was said where it ends before. */
  next(): Promise<Record<string, unknown>>
  /** Types a line. */
  type(line: string): void
  /** How it ended. */
  readonly end: Promise<Said>
}

/** Starts `perigee ... --json`. */
export function talk(args: readonly string[]): Talk {
  const child = spawn(process.execPath, [PERIGEE, ...args, '--json'], { stdio: ['pipe', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const end = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    stdout,
    stderr,
    lines: jsonLines(stdout),
  }))
  return {
    async next() {
      const line = await lines.next()
      if (line.done === true) throw new Error(`it ended: ${(await end).stderr}`)
      return JSON.parse(line.value) as Record<string, unknown>
    },
    type: (line) => void child.stdin.write(line + '\n'),
    end,
  }
}

/** A state folder that goes with the test. */
export function stateFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/**
 * A state folder, inside the relay's, whose command line is a device of somebody: by default of the first owner, on
 * another machine.
 */
export async function commandLineOf(
  relay: RelayProcess,
  who: Person | null = null,
  account: string | null = null,
  home = mkdtempSync(join(relay.state, 'command-line-')),
) {
  const person = who ?? (await relay.owner()).person
  const key = await makeDeviceKey()
  const shape = { name: 'Laptop', kind: 'command-line' as const, account }
  const { device } = await relay.addDevice(person, { ...shape, key: { alg: 'p256', point: key.point } })
  const { founding } = await relay.roster()
  const { deviceId, name: deviceName } = device
  const seen = { version: 0, hash: founding }
  writeOwnDevice(home, { deviceId, deviceName, relay: relay.url, founding, seen, account, key })
  return { home, deviceId, person }
}

function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('{"') ? [JSON.parse(line) as Record<string, unknown>] : []))
}
