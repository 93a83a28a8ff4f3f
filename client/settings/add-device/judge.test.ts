import { beforeEach, describe, expect, test } from 'vitest'
import { joinMac, matchNumber, newSecret, secretHash, type InvitationView } from '../../../shared/devices/pairing.ts'
import { newId } from '../../../shared/ids.ts'
import { base64urlText } from '../../../shared/json/base64url.ts'
import { announced, newInvitation, type Invitation } from '../../../shared/devices/invitation.ts'
import { judge, type Asking } from './judge.ts'

const OWNER = { founding: 'f'.repeat(64), ownerKey: 'B' + 'o'.repeat(86) }

async function newDevice(): Promise<Asking['device']> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const point = base64urlText(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  return { deviceId: newId(), name: 'Chrome on Android', kind: 'browser', key: { alg: 'p256', point }, account: null }
}

let invitation: Invitation
let nonce: string
let view: InvitationView & { request: NonNullable<InvitationView['request']> }

beforeEach(async () => {
  invitation = newInvitation()
  nonce = newSecret()
  const device = await newDevice()
  const commit = await secretHash(nonce)
  const mac = await joinMac(invitation.secret, device, commit)
  view = {
    invitationId: invitation.invitationId,
    state: 'requested',
    expiresAt: Date.now() + 60_000,
    request: { device, commit, mac, address: '192.0.2.7', nonce: null },
  }
})

async function firstSeen(): Promise<Asking> {
  const judged = await judge(invitation, OWNER, null, view)
  if (judged.step !== 'reveal') throw new Error(`It is ${judged.step}.`)
  return judged.asking
}

test('the relay learns of an invitation nothing but hashes', async () => {
  const told = JSON.stringify(await announced(invitation))
  for (const secret of [invitation.secret, invitation.code, invitation.nonce]) expect(told).not.toContain(secret)
})

test('a request that holds leads to the number that the other side computes too', async () => {
  const asking = await firstSeen()
  expect(await judge(invitation, OWNER, asking, { ...view, state: 'revealed' })).toEqual({ step: 'revealed', asking })
  const answered = { ...view, state: 'answered' as const, request: { ...view.request, nonce } }
  const judged = await judge(invitation, OWNER, asking, answered)
  const right = await matchNumber({
    ...OWNER,
    device: asking.device,
    ownerNonce: invitation.nonce,
    newNonce: nonce,
  })
  expect(judged).toMatchObject({ step: 'match', right })
  expect(judged.step === 'match' && judged.choices).toContain(right)
})

test('a typed code brings no proof of the link, and leads on all the same', async () => {
  const judged = await judge(invitation, OWNER, null, { ...view, request: { ...view.request, mac: null } })
  expect(judged).toMatchObject({ step: 'reveal', asking: { byLink: false } })
})

describe('tampering is told from a request that holds', () => {
  test('a key that was swapped on the way', async () => {
    const { key } = await newDevice()
    const swapped = { ...view.request, device: { ...view.request.device, key } }
    expect(await judge(invitation, OWNER, null, { ...view, request: swapped })).toEqual({ step: 'tampered' })
  })

  test('another device in place of the one that was seen first', async () => {
    const asking = await firstSeen()
    const request = { ...view.request, device: await newDevice(), mac: null }
    expect(await judge(invitation, OWNER, asking, { ...view, request })).toEqual({ step: 'tampered' })
  })

  test('a request that vanished after it was seen', async () => {
    const asking = await firstSeen()
    expect(await judge(invitation, OWNER, asking, { ...view, state: 'open', request: null })).toEqual({
      step: 'tampered',
    })
  })

  test('a nonce that is not the one committed to', async () => {
    const asking = await firstSeen()
    const request = { ...view.request, nonce: newSecret() }
    expect(await judge(invitation, OWNER, asking, { ...view, state: 'answered', request })).toEqual({
      step: 'tampered',
    })
  })
})

test.each(['expired', 'burned', 'confirmed'] as const)('an invitation that is %s says so', async (state) => {
  expect(await judge(invitation, OWNER, null, { ...view, state })).toEqual({ step: state })
})
