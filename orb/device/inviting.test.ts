import { beforeEach, expect, test } from 'vitest'
import {
  joinMac,
  matchNumber,
  newSecret,
  secretHash,
  type InvitationView,
  type NewInvitation,
} from '../../shared/devices/pairing.ts'
import { awaitApplicant, makeInvitation, type OpenInvitation } from './inviting.ts'
import { makeNewDevice, type NewDevice } from './joining.ts'
import type { RelayClient } from './relay-client.ts'
import { deviceAt, falseRelay } from './testing/false-relay.ts'

let client: RelayClient
let joining: NewDevice
let nonce: string
let told: NewInvitation
let deleted: string[]
/** What the relay shows of the request: before and after the owner has revealed. */
let shows: (isRevealed: boolean) => InvitationView['request']

beforeEach(async () => {
  joining = await makeNewDevice('Phone', null)
  nonce = newSecret()
  deleted = []
  let isRevealed = false
  const relay = await falseRelay((method, path, body) => {
    if (method === 'DELETE') deleted.push(path)
    if (path === '/api/invitations') told = body as NewInvitation
    if (path.endsWith('/reveal')) isRevealed = true
    const request = path === '/api/invitations' ? null : shows(isRevealed)
    const state = request === null ? 'open' : isRevealed ? 'answered' : 'requested'
    return { invitationId: told.invitationId, state, expiresAt: Date.now() + 60_000, request }
  })
  client = await deviceAt(relay)
})

async function requestBy(invitation: OpenInvitation, changes: Partial<NonNullable<InvitationView['request']>> = {}) {
  const commit = await secretHash(nonce)
  const mac = await joinMac(invitation.secret, joining.device, commit)
  return { device: joining.device, commit, mac, address: '192.0.2.7', nonce: null, ...changes }
}

test('the relay is told hashes alone', async () => {
  const { secret, code, nonce: own } = await makeInvitation(client)
  for (const one of [secret, code, own]) expect(JSON.stringify(told)).not.toContain(one)
})

test.each([true, false])('a request that holds gives the number of the other screen (by link: %s)', async (byLink) => {
  const invitation = await makeInvitation(client)
  const request = await requestBy(invitation, byLink ? {} : { mac: null })
  shows = (isRevealed) => ({ ...request, nonce: isRevealed ? nonce : null })
  const { founding, key } = client.device
  const match = { founding, ownerKey: key.point, device: joining.device, ownerNonce: invitation.nonce, newNonce: nonce }
  const right = await matchNumber(match)
  const applicant = await awaitApplicant(client, invitation)
  expect(applicant).toMatchObject({ right, hadLink: byLink, address: '192.0.2.7' })
  expect(applicant.choices).toContain(right)
  expect(deleted).toEqual([])
})

test('a key that the relay put in the place of the new one burns the invitation', async () => {
  const invitation = await makeInvitation(client)
  const { device } = await makeNewDevice('Phone', null)
  const request = await requestBy(invitation, { device })
  shows = () => request
  await expect(awaitApplicant(client, invitation)).rejects.toThrow('does not prove that it had the link')
  expect(deleted).toEqual([`/api/invitations/${invitation.invitationId}`])
})

test('a nonce that is not the promised one burns the invitation', async () => {
  const invitation = await makeInvitation(client)
  const request = await requestBy(invitation, { mac: null })
  shows = (isRevealed) => ({ ...request, nonce: isRevealed ? newSecret() : null })
  await expect(awaitApplicant(client, invitation)).rejects.toThrow('somebody stands between')
  expect(deleted).toHaveLength(1)
})

test('a device that is shown after the owner has revealed is not the one that is added', async () => {
  const invitation = await makeInvitation(client)
  const request = await requestBy(invitation, { mac: null })
  const late = await makeNewDevice('Late', null)
  shows = (isRevealed) => (isRevealed ? { ...request, device: late.device, nonce } : request)
  expect((await awaitApplicant(client, invitation)).device).toEqual(joining.device)
})
