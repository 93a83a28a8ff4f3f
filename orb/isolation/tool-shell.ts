import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { noneProvider } from '../harness/none-provider.ts'
import type { Launch, Provider } from '../harness/provider.ts'

const run = promisify(execFile)
const PROBE_MS = 10_000

/**
 * How the tool shell sees processes: a /proc of its own, or none at all where the system lets nobody mount one inside
 * another namespace. The harness's own must not be in sight: who reads its memory needs no port to answer it.
 */
const SIGHTS = ['--proc', '--tmpfs'] as const

/** A shell without a network, for the commands that an agent runs. */
export interface ToolShell {
  /** What the harness takes for its shell. */
  readonly path: string
  /** The folder that it lies in, which the agent has to see. */
  readonly folder: string
  /**
   * Makes sure that it works for this agent.
   * @throws PerigeeError with a sentence where the machine does not allow it
   */
  prove(launch: Launch, provider: Provider): Promise<void>
  close(): void
}

/**
 * Prepares a shell that runs every command in network and process namespaces of its own, so that it reaches no port of
 * the machine, the harness's own included, and sees no process but its own. `unset` names variables that it does not
 * pass on.
 */
export function prepareToolShell(bwrap: string, unset: readonly string[]): ToolShell {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-shell-'))
  // Some harnesses choose how to call a shell by its name.
  const path = join(folder, 'sh')
  const write = (sight: (typeof SIGHTS)[number]): void => {
    writeFileSync(path, script(bwrap, unset, sight))
    chmodSync(path, 0o755)
  }
  chmodSync(folder, 0o755)
  write('--proc')
  return {
    path,
    folder,
    async prove(launch, provider) {
      let reason = ''
      for (const sight of SIGHTS) {
        write(sight)
        const said = await probe(path, launch, provider)
        if (said === null) return
        reason = said
      }
      throw new PerigeeError(
        'not-supported',
        `The commands of this agent cannot be kept off the network here: ${reason} Leave --shell-network away, or choose another isolation.`,
      )
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Why no command can be kept off the network on this machine, isolation aside; null where it can. */
export async function whyNoToolShell(bwrap: string): Promise<string | null> {
  const shell = prepareToolShell(bwrap, [])
  try {
    await shell.prove({ command: shell.path, args: [], cwd: '/', env: {} }, noneProvider)
    return null
  } catch (error) {
    return error instanceof PerigeeError ? error.message : String(error)
  } finally {
    shell.close()
  }
}

async function probe(path: string, { cwd, env }: Launch, provider: Provider): Promise<string | null> {
  const confined = provider.confine({ command: path, args: ['-c', 'exit 0'], cwd, env })
  try {
    const options = { cwd: confined.cwd, env: confined.env, ...confined.owner, timeout: PROBE_MS }
    await run(confined.command, [...confined.args], { ...options, killSignal: 'SIGKILL' })
    return null
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : ''
    return `${said === undefined || said === '' ? String(error) : said}.`
  }
}

function script(bwrap: string, unset: readonly string[], sight: (typeof SIGHTS)[number]): string {
  const real = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
  // A user namespace also for root, whose rights are gone inside another namespace.
  const spaces = ['--unshare-user', '--unshare-net', '--unshare-pid']
  const apart = ['--dev-bind / /', `${sight} /proc`, ...spaces, '--die-with-parent']
  return [
    '#!/bin/sh',
    ...unset.map((name) => `unset ${name}`),
    `SHELL=${real}`,
    `exec '${bwrap.replaceAll("'", `'\\''`)}' ${apart.join(' ')} -- ${real} "$@"`,
    '',
  ].join('\n')
}
