import { Id } from '../../shared/ids.ts'
import { readFleet } from '../device/room-view.ts'
import { shownBriefly } from '../device/terminal-text.ts'
import { ago } from './grant-words.ts'
import { ORBS_HELP } from './help/orbs.ts'
import { DEVICE_FLAGS, ownClient, type OwnClient } from './own-device.ts'
import { askYes, say, sayJson } from './terminal.ts'
import { readWords, UsageError, type Values } from './usage.ts'

const FLAGS = { ...DEVICE_FLAGS, yes: { type: 'boolean', short: 'y' } } as const

/** `perigee orbs`: the orbs that this device may see; `perigee orbs remove ID`: one is let in no more. */
export async function orbs(args: readonly string[]): Promise<number> {
  const {
    values,
    words: [verb, orbId],
  } = readWords(args, FLAGS, 'orbs', 2)
  if (values['help'] === true) {
    process.stdout.write(ORBS_HELP)
    return 0
  }
  if (verb === undefined) return list(await ownClient(values), values)
  if (verb !== 'remove') throw new UsageError(`"perigee orbs" has no use for "${verb}".`)
  if (orbId === undefined || !Id.safeParse(orbId).success) throw new UsageError('Say which orb: perigee orbs remove ID')
  return remove(await ownClient(values), orbId, values)
}

async function list({ client }: OwnClient, values: Values): Promise<number> {
  const fleet = await readFleet(client)
  if (values['json'] === true) {
    for (const orb of fleet) sayJson(orb)
    return 0
  }
  if (fleet.length === 0) say('There is no orb that this command line may see.')
  for (const { orbId, title, state, isolation, awaySince, waits, lastActivity } of fleet) {
    const now = Date.now()
    const reach = awaySince === null ? state : `not reachable since ${ago(awaySince, now)}`
    const waiting = waits === 0 ? [] : [`${waits} ${waits === 1 ? 'approval waits' : 'approvals wait'}`]
    const parts = [shownBriefly(orbId), shownBriefly(title, 40), reach, `isolation ${isolation}`, ...waiting]
    say([...parts, `active ${ago(lastActivity, now)}`].join('  '))
  }
  return 0
}

async function remove({ client }: OwnClient, orbId: string, values: Values): Promise<number> {
  const title = (await readFleet(client)).find((orb) => orb.orbId === orbId)?.title ?? orbId
  const question = `Remove ${shownBriefly(title)}? Its runner is turned away, and what it asks is void. Its transcript stays in the ledger.`
  if (values['yes'] !== true && !(await askYes(question))) {
    say('Nothing was changed.')
    return 1
  }
  await client.tell('DELETE', `/api/orbs/${orbId}`)
  if (values['json'] === true) sayJson({ outcome: 'removed', orbId })
  else say(`Removed ${shownBriefly(title)}. Its runner goes on where it runs until somebody ends it.`)
  return 0
}
