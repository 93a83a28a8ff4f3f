import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { FaultSet } from './faults/fault-set.ts'
import { FAULTS, isFaultName } from './faults/table.ts'

/** What the command line and the environment ask of the agent. */
export type Flags = {
  /** The folder that keeps sessions and journals. */
  store: string
  /** Put the small web project into each empty workspace. */
  createProject: boolean
  /** Leave out every pause that only pleases the eye. */
  fast: boolean
  faults: FaultSet
  help: boolean
}

/** The flags, or a sentence that says what is wrong with them. */
export type FlagsResult = { tag: 'flags'; flags: Flags } | { tag: 'wrong'; message: string }

/** How to start the agent, and every fault by name. */
export function helpText(): string {
  const faults = Object.entries(FAULTS).map(([name, fault]) => `  ${name.padEnd(24)}${fault.does}`)
  return `scripted-agent: an ACP agent over stdin and stdout that plays the script in its prompt. No model, no network.

Usage: scripted-agent [--store DIR] [--create-project] [--fast] [--fault NAME[=ARGUMENT]]...

  --store DIR             keep sessions and journals here (or PERIGEE_AGENT_STORE;
                          otherwise a folder beside the workspace, named WORKSPACE.agent)
  --create-project        put a small web project into each workspace that is empty
  --fast                  no pauses between words
  --fault NAME[=ARG]      have this fault; may be given more than once

Faults:
${faults.join('\n')}
`
}

/** Reads command-line arguments (without the program's own) and environment; `cwd` is where the agent was started. */
export function readFlags(args: string[], environment: NodeJS.ProcessEnv, cwd: string): FlagsResult {
  let values
  try {
    ;({ values } = parseArgs({
      args,
      options: {
        store: { type: 'string' },
        'create-project': { type: 'boolean', default: false },
        fast: { type: 'boolean', default: false },
        fault: { type: 'string', multiple: true, default: [] },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }))
  } catch (error) {
    return { tag: 'wrong', message: error instanceof Error ? error.message : String(error) }
  }
  const faults = new FaultSet()
  for (const given of values.fault) {
    const [name = '', ...rest] = given.split('=')
    if (!isFaultName(name)) return { tag: 'wrong', message: `There is no fault "${name}". --help lists them all.` }
    faults.add(name, rest.join('='))
  }
  const beside = join(dirname(cwd), `${basename(cwd)}.agent`)
  // `||`: an empty setting means the same as none.
  const store = values.store || environment['PERIGEE_AGENT_STORE'] || beside
  return {
    tag: 'flags',
    flags: { store, createProject: values['create-project'], fast: values.fast, faults, help: values.help },
  }
}
