import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { FirstPairing, RecoverRequest, type RelayInfo } from '../../shared/devices/pairing.ts'
import { SOFTWARE } from '../../shared/version.ts'
import type { RelayContext } from '../services.ts'
import { readJsonBody } from '../web/json-body.ts'
import { limitAddress } from '../web/limits.ts'
import { addressOf } from '../web/way.ts'
import { answerAppend } from './roster-http.ts'

/** GET /api/relay: what a page has to know before anybody is signed in. */
export function getRelay(c: RelayContext): Response {
  const { rosters, access } = c.var.services
  const roster = rosters.present
  const info: RelayInfo = {
    software: SOFTWARE,
    roster: roster === null ? null : { founding: roster.founding, version: roster.version, hash: roster.hash },
    publicUrl: access.publicUrl,
  }
  return c.json(info)
}

/** POST /api/pairing/codes: a fresh link and code for the first owner, for whoever holds the local key. */
export function createFirstCode(c: RelayContext): Response {
  requireNoOwner(c)
  return c.json(c.var.services.firstWayIn.make())
}

/** POST /api/pairing/first: the first device founds the roster, by what the relay's terminal shows. */
export async function pairFirst(c: RelayContext): Promise<Response> {
  const { rosters, firstWayIn, limits } = c.var.services
  limitAddress(c, limits.pairing)
  requireNoOwner(c)
  const { proof, entry } = await readJsonBody(c, FirstPairing)
  if (!firstWayIn.accepts(proof)) {
    throw new PerigeeError(
      'gone',
      'This link or code is wrong, was used, or is older than two minutes. Run "perigee pair" on the relay’s machine for a new one.',
    )
  }
  const outcome = await rosters.found(entry)
  if (outcome.outcome === 'appended') firstWayIn.end()
  return answerAppend(c, outcome)
}

/** POST /api/recover: the recovery key revokes every device and lets one in. Its signature is all the proof there is. */
export async function recover(c: RelayContext): Promise<Response> {
  const { ledger, rosters, limits, log, now } = c.var.services
  limitAddress(c, limits.recovery)
  const { entry } = await readJsonBody(c, RecoverRequest)
  if (entry.change.kind !== 'recover') {
    throw new PerigeeError('bad-request', 'This address takes a recovery and nothing else. Nothing was changed.')
  }
  const outcome = await rosters.append(entry, null)
  log.warn({ outcome: outcome.outcome }, 'recovery asked for')
  if (outcome.outcome === 'refused') {
    const detail = { problem: outcome.problem, device: entry.change.device, address: addressOf(c) }
    await ledger.noteRefusal({ at: now(), kind: 'recovery.refused', orbId: null, detail })
  }
  return answerAppend(c, outcome)
}

function requireNoOwner(c: RelayContext): void {
  if (c.var.services.rosters.present === null) return
  throw new PerigeeError('conflict', 'This relay has an owner already. A device of an owner lets further ones in.')
}
