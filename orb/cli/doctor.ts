import { SOFTWARE } from '../../shared/version.ts'
import { shownLines } from '../device/terminal-text.ts'
import { chooseIsolation } from '../isolation/choice.ts'
import { lookAtMachine, type Ability } from '../isolation/machine.ts'
import { homeFolder } from './defaults.ts'
import { DOCTOR_HELP } from './help/doctor.ts'
import type { Check } from './doctor-check.ts'
import { insideCheck } from './doctor-inside.ts'
import { diskCheck, harnessCheck, portCheck } from './doctor-machine.ts'
import { relayChecks } from './doctor-relay.ts'
import { openFolders } from './open-folders.ts'
import { LOCAL_RELAY, relayOrigin } from './relay-origin.ts'
import { say, sayJson } from './terminal.ts'
import { readFlags, text } from './usage.ts'

const FLAGS = {
  state: { type: 'string' },
  relay: { type: 'string' },
  user: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The oldest Node that Perigee runs on; package.json says the same to npm. */
const OLDEST_NODE = [20, 19] as const

/** `perigee doctor`: what this machine can do, what an orb would take and why, and what is wrong. */
export async function doctor(args: readonly string[]): Promise<number> {
  const values = readFlags(args, FLAGS, 'doctor')
  if (values['help'] === true) {
    say(DOCTOR_HELP)
    return 0
  }
  const relay = relayOrigin(text(values, 'relay') ?? LOCAL_RELAY)
  const home = homeFolder(text(values, 'state'))
  const machine = lookAtMachine(text(values, 'user'))
  const { isolation, reason } = chooseIsolation('best', () => machine)
  const relaySays = await relayChecks(relay)
  const checks: Check[] = [
    nodeCheck(process.versions.node),
    abilityCheck('namespace', machine.namespace, (path) => `bubblewrap works (${path}).`),
    abilityCheck('uid', machine.uid, ({ name, uid }) => `An agent can run as ${name} (${uid}).`),
    stateCheck(home),
    await insideCheck(home),
    ...relaySays,
    await portCheck(relay === LOCAL_RELAY && relaySays.some(({ name, ok }) => name === 'relay' && ok)),
    diskCheck(home),
    await harnessCheck(home),
  ]
  if (values['json'] === true) sayJson({ software: SOFTWARE, isolation, reason, checks })
  else say(report(checks, `An orb takes "${isolation}" here. ${reason}`))
  return checks.some((check) => check.grave && !check.ok) ? 1 : 0
}

/** Whether a version of Node is new enough. */
export function nodeCheck(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldest, within] = OLDEST_NODE
  const ok = major > oldest || (major === oldest && minor >= within)
  const help = ok ? null : `Install Node ${oldest}.${within} or newer.`
  return { name: 'node', ok, grave: true, says: `This is Node ${version}.`, help }
}

function abilityCheck<Value>(name: string, ability: Ability<Value>, says: (value: Value) => string): Check {
  if (ability.can) return { name, ok: true, grave: false, says: says(ability.value), help: null }
  return { name, ok: false, grave: false, says: ability.why, help: ability.help }
}

function stateCheck(home: string): Check {
  const open = openFolders(home)
  const base = { name: 'state', grave: true }
  if (open.length === 0) return { ...base, ok: true, says: `Nobody else can look into ${home}.`, help: null }
  return { ...base, ok: false, says: `Others can look into ${open.join(', ')}.`, help: `chmod 700 ${open.join(' ')}` }
}

function report(checks: readonly Check[], chosen: string): string {
  const lines = checks.map(({ name, ok, says, help }) => {
    const mark = `${ok ? 'ok' : 'no'}  ${name.padEnd(10)}`
    return `${mark}${says}${help === null ? '' : `\n${' '.repeat(mark.length)}${help}`}`
  })
  return shownLines([...lines, '', chosen].join('\n'))
}
