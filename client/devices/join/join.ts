import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { joinRequest, type Invited } from '../../../shared/devices/invitation.ts'
import {
  JoinAnswer,
  JoinState,
  PAIRING_MS,
  matchNumber,
  newSecret,
  secretHash,
  type InvitationState,
  type JoiningDevice,
} from '../../../shared/devices/pairing.ts'
import { UnreachableError, askRelay } from '../../platform/api.ts'
import { becomeDevice } from '../become-device.ts'
import { keepCandidate, makeDeviceKey } from '../device-key.ts'

/** Why a pairing came to nothing. Nothing has changed then, on either side. */
export type JoinEnd =
  /** The relay did not take the link or the code; it says why. */
  | { readonly why: 'refused'; readonly message: string }
  | { readonly why: 'expired' | 'burned' | 'unreachable' | 'no-storage' }
  /** What the relay said does not fit the link, or what the owner's device had committed to. */
  | { readonly why: 'not-believed' }

/** How far a pairing has come. */
export type JoinStep =
  | { readonly step: 'asking' }
  /** The owner's device has not answered yet. */
  | { readonly step: 'waiting' }
  /** Both devices show this number now; the owner chooses it. */
  | { readonly step: 'matching'; readonly number: string }
  | { readonly step: 'joined' }
  | { readonly step: 'ended'; readonly end: JoinEnd }

/** Between two looks at how the request stands. */
const LOOK_MS = 500

/**
 * Brings this device in as shared/devices/pairing.ts says, and tells each step. Never throws. `signal` ends it: a page
 * that was left asks no more.
 */
export async function join(
  invitation: Invited,
  name: string,
  tell: (step: JoinStep) => void,
  signal: AbortSignal,
): Promise<void> {
  const step = (next: JoinStep): void => {
    if (!signal.aborted) tell(next)
  }
  step({ step: 'asking' })
  try {
    await run(invitation, name, step, signal)
  } catch (error) {
    step({ step: 'ended', end: endOf(error) })
  }
}

/** Ends a pairing from within. */
class Ended extends Error {
  readonly end: JoinEnd

  constructor(end: JoinEnd) {
    super('The pairing has ended.')
    this.end = end
  }
}

function endOf(error: unknown): JoinEnd {
  if (error instanceof Ended) return error.end
  if (error instanceof UnreachableError) return { why: 'unreachable' }
  if (error instanceof PerigeeError) return { why: 'refused', message: error.message }
  if (error instanceof DOMException) return { why: 'no-storage' }
  throw error
}

async function run(
  invitation: Invited,
  name: string,
  tell: (step: JoinStep) => void,
  signal: AbortSignal,
): Promise<void> {
  const key = await makeDeviceKey()
  const device: JoiningDevice = { deviceId: key.deviceId, name, kind: 'browser', key: key.publicKey, account: null }
  const nonce = newSecret()
  const request = await joinRequest(invitation, device, await secretHash(nonce))
  const answer = JoinAnswer.parse((await askRelay('POST', '/api/pairing/requests', request)).body)
  // The link came from the owner's own screen: what it says outweighs the relay.
  if ('link' in invitation && answer.founding !== invitation.link.founding) throw new Ended({ why: 'not-believed' })
  await keepCandidate({ key, founding: answer.founding, until: Date.now() + PAIRING_MS })
  tell({ step: 'waiting' })

  const ownerNonce = await follow(answer.token, signal, (state) => state.nonce)
  if (ownerNonce === null) return
  if ((await secretHash(ownerNonce)) !== answer.commit) throw new Ended({ why: 'not-believed' })
  await ask('POST', '/api/pairing/request/reveal', answer.token, { nonce })
  const { founding } = answer
  const number = await matchNumber({
    founding,
    ownerKey: answer.ownerKey.point,
    device,
    ownerNonce,
    newNonce: nonce,
  })
  tell({ step: 'matching', number })

  const confirmed = await follow(answer.token, signal, ({ state }) => (state === 'confirmed' ? true : null))
  if (confirmed === null) return
  await becomeDevice(key, founding)
  tell({ step: 'joined' })
}

const OVER: readonly InvitationState[] = ['burned', 'expired']

/** Looks at the request until `read` finds what it waits for; null where the page was left. Throws where it is over. */
async function follow<T>(token: string, signal: AbortSignal, read: (state: JoinState) => T | null): Promise<T | null> {
  for (let silent = 0; !signal.aborted;) {
    try {
      const state = JoinState.parse((await ask('GET', '/api/pairing/request', token)).body)
      silent = 0
      const found = read(state)
      if (found !== null) return found
      if (OVER.includes(state.state)) throw new Ended({ why: state.state === 'burned' ? 'burned' : 'expired' })
    } catch (error) {
      // A phone that changes its network is silent for a while; the request is still there.
      if (!(error instanceof UnreachableError) || ++silent > PATIENCE) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return null
}

/** Looks without an answer before a pairing is given up. */
const PATIENCE = 10

function ask(method: 'GET' | 'POST', path: string, token: string, body?: unknown): ReturnType<typeof askRelay> {
  return askRelay(method, path, body, { authorization: 'Perigee-Pairing ' + token })
}
