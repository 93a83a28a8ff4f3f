import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { joinRequest, type Invited } from '../../shared/devices/invitation.ts'
import {
  JoinAnswer,
  JoinState,
  matchNumber,
  newSecret,
  PAIRING_MS,
  secretHash,
  type JoiningDevice,
} from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { makeDeviceKey, type DeviceKey } from './device-key.ts'
import { untilSome } from './polling.ts'
import { askRelay, readAnswer, refusalOf, type RelayAnswer } from './relay-request.ts'

/** A device that asks to come in, with its key. */
export interface NewDevice {
  readonly device: JoiningDevice
  readonly key: DeviceKey
}

/** Makes a device of kind `command-line` with a key of its own. */
export async function makeNewDevice(name: string, account: string | null): Promise<NewDevice> {
  const key = await makeDeviceKey()
  const device = { deviceId: newId(), name, kind: 'command-line' as const, account }
  return { device: { ...device, key: { alg: 'p256', point: key.point } }, key }
}

/** A request to come in whose match number an owner has to find. */
export interface PendingJoin {
  readonly matchNumber: string
  readonly founding: string
  /** Until the owner has answered: true once the device stands in the roster. */
  readonly answered: () => Promise<boolean>
}

/**
 * Asks a relay to come in, up to the match number: commits to a nonce, waits until the owner's device has revealed its
 * own, checks that against what it committed to, and reveals this one.
 * @throws PerigeeError where the invitation is over, or what came does not fit
 */
export async function requestJoin(relay: string, invited: Invited, { device }: NewDevice): Promise<PendingJoin> {
  const nonce = newSecret()
  const commit = await secretHash(nonce)
  const request = await joinRequest(invited, device, commit)
  const answer = readAnswer(await ask(relay, 'POST', '/api/pairing/requests', null, request), JoinAnswer)
  if ('link' in invited && answer.founding !== invited.link.founding) {
    throw new PerigeeError('conflict', 'The relay answers for another roster than the link names. Nothing was paired.')
  }
  const deadline = Date.now() + PAIRING_MS
  const state = async () => readAnswer(await ask(relay, 'GET', '/api/pairing/request', answer.token, null), JoinState)
  const ownerNonce = await untilSome(async () => openOrThrow(await state()).nonce, deadline)
  if (ownerNonce === null) throw over()
  if ((await secretHash(ownerNonce)) !== answer.commit) {
    throw new PerigeeError(
      'conflict',
      "The owner's number is not the one that was promised: somebody stands between. Nothing was paired.",
    )
  }
  const revealed = await ask(relay, 'POST', '/api/pairing/request/reveal', answer.token, { nonce })
  if (revealed.status >= 300) throw refusalOf(revealed)
  const { founding, ownerKey } = answer
  const match = { founding, ownerKey: ownerKey.point, device, ownerNonce, newNonce: nonce }
  return {
    matchNumber: await matchNumber(match),
    founding,
    answered: async () => {
      const end = await untilSome(async () => {
        const { state: now } = openOrThrow(await state())
        return now === 'confirmed' ? now : null
      }, deadline)
      return end === 'confirmed'
    },
  }
}

function ask(
  relay: string,
  method: 'GET' | 'POST',
  path: string,
  token: string | null,
  body: unknown,
): Promise<RelayAnswer> {
  const authorization = token === null ? null : `Perigee-Pairing ${token}`
  return askRelay(relay, { method, path, body: body === null ? null : JSON.stringify(body), authorization })
}

function openOrThrow(state: JoinState): JoinState {
  if (state.state === 'burned') {
    throw new PerigeeError('forbidden', 'The owner refused this device, or chose a wrong number. Nothing was paired.')
  }
  if (state.state === 'expired') throw over()
  return state
}

function over(): PerigeeError {
  return new PerigeeError('gone', 'The invitation is over. Nothing was paired. Ask the owner for a new one.')
}
