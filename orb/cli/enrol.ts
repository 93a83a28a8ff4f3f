import { makeEnrolment } from '../device/enrolling.ts'
import { readOrb } from '../device/room-view.ts'
import { idOf } from './grant-flags.ts'
import { moment } from './grant-words.ts'
import { ENROL_HELP } from './help/orbs.ts'
import { DEVICE_FLAGS, ownClient } from './own-device.ts'
import { say, sayJson, tell } from './terminal.ts'
import { readFlags, text, UsageError, type Values } from './usage.ts'

const FLAGS = { ...DEVICE_FLAGS, orb: { type: 'string' }, generation: { type: 'string' } } as const

/** `perigee enrol`: what lets one orb in, on stdout alone, so that it can be piped to where it is needed. */
export async function enrol(args: readonly string[]): Promise<number> {
  const values = readFlags(args, FLAGS, 'enrol')
  if (values['help'] === true) {
    process.stdout.write(ENROL_HELP)
    return 0
  }
  const orbId = idOf(values, 'orb')
  const named = generationOf(values)
  if (orbId === null && named !== null) throw new UsageError('--generation needs --orb: a new orb begins with 1.')
  const { client } = await ownClient(values)
  const orb = orbId === null ? null : { orbId, generation: named ?? (await readOrb(client, orbId)).generation + 1 }
  const { string, expiresAt } = await makeEnrolment(client, orb)
  if (values['json'] === true) {
    sayJson({ enrolment: string, expiresAt, generation: orb?.generation ?? 1 })
    return 0
  }
  if (orb === null) tell('Lets one new orb in.')
  else tell(`Gives the orb a new key and generation ${orb.generation}; the runner before it stops for good.`)
  tell(`It works once, until ${moment(expiresAt)}, and holds a secret: paste it to "perigee orb --enrol - -- AGENT".`)
  say(string)
  return 0
}

function generationOf(values: Values): number | null {
  const given = text(values, 'generation')
  if (given === null) return null
  if (!/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError(`--generation is "${given}"; it has to be a number from 1 on.`)
  return Number(given)
}
