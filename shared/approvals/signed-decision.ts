import { liveDevice, type Roster } from '../devices/roster.ts'
import { isSignedBy } from '../devices/keys.ts'
import { canonicalJson } from '../json/canonical.ts'
import { may } from '../people/grants.ts'
import type { DecisionRequest } from './decision.ts'

/** What a decision binds together: the question as it was raised, what was chosen, and the roster that was known. */
export interface DecidedText extends Pick<
  DecisionRequest,
  'generation' | 'nonce' | 'digest' | 'verdict' | 'optionId' | 'contentHash' | 'rosterVersion'
> {
  readonly orbId: string
  readonly approvalId: string
}

/** What a device signs to decide: a domain tag and canonical JSON. */
export function decisionText(decided: DecidedText): string {
  const { orbId, generation, approvalId, nonce, digest, verdict, optionId, contentHash, rosterVersion } = decided
  return (
    'perigee-decision-v1\n' +
    canonicalJson({ orbId, generation, approvalId, nonce, digest, verdict, optionId, contentHash, rosterVersion })
  )
}

/** A decision with who is said to have made it, as both the relay and the runner get it. */
export interface GivenDecision extends DecidedText {
  readonly deviceId: string
  readonly threadId: string
  readonly signature: string | null
}

/** Whether a decision counts by a roster, or why it does not. */
export type DecisionStanding =
  | { readonly standing: 'counts' }
  | { readonly standing: 'refused'; readonly reason: DecisionRefusal; readonly message: string }

/** Why a decision does not count. */
export type DecisionRefusal =
  | 'unsigned'
  | 'roster-behind'
  | 'unknown-device'
  | 'revoked'
  | 'bad-signature'
  | 'no-grant'
  | 'own-account'

/**
 * The one check of a decision's signature, asked by the relay before it records and by the runner before it answers.
 * `account`: the account that the orb's agent runs as; null where it is not known. `at`: on the asking side's clock.
 * `orbId`, `threadId` and everything that is signed have to be the asking side's own of that approval, never a claim
 * that came with the decision. Never throws.
 */
export async function standingOf(
  roster: Roster,
  decision: GivenDecision,
  account: string | null,
  at: number,
): Promise<DecisionStanding> {
  const { deviceId, signature, rosterVersion, orbId, threadId } = decision
  if (signature === null) return refused('unsigned', 'The decision is not signed.')
  if (rosterVersion > roster.version) {
    return refused(
      'roster-behind',
      `It was made by version ${rosterVersion} of the roster; ${roster.version} is known.`,
    )
  }
  const known = roster.devices.get(deviceId)
  if (known === undefined) return refused('unknown-device', 'It was made by a device that is not in the roster.')
  const device = liveDevice(roster, deviceId)
  if (device === null) return refused('revoked', 'It was made by a device that has been revoked.')
  const text = textOf(decision)
  if (text === null || !(await isSignedBy(device.key, text, signature, roster.party))) {
    return refused('bad-signature', 'Its signature does not fit what it says.')
  }
  const grants = roster.people.get(device.personId)?.grants ?? []
  if (!may(grants, 'decide', { kind: 'thread', orbId, threadId }, at)) {
    return refused('no-grant', 'It was made by somebody who may not decide here.')
  }
  if (device.account !== null && device.account === account) {
    return refused('own-account', 'It was made on the command line of the account that the agent itself runs as.')
  }
  return { standing: 'counts' }
}

/** What was signed, or null where no true device could have signed it: lone surrogates have no canonical JSON. */
function textOf(decision: DecidedText): string | null {
  try {
    return decisionText(decision)
  } catch {
    return null
  }
}

function refused(reason: DecisionRefusal, message: string): DecisionStanding {
  return { standing: 'refused', reason, message }
}
