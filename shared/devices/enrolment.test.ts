import { expect, test } from 'vitest'
import { makeKey } from '../../tests/support/keys.ts'
import { newId } from '../ids.ts'
import { enrolmentText, readEnrolment, UnsignedEnrolment, writeEnrolment, type EnrolmentString } from './enrolment.ts'
import { isSignedBy } from './keys.ts'
import { newSecret, secretHash } from './pairing.ts'

async function enrolment(): Promise<EnrolmentString> {
  const [owner, secret] = [await makeKey(), newSecret()]
  const unsigned: UnsignedEnrolment = {
    enrolmentId: newId(),
    secretHash: await secretHash(secret),
    founding: 'f'.repeat(64),
    rosterVersion: 3,
    orbId: null,
    generation: 1,
    expiresAt: 1_700_000_000_000,
    by: newId(),
  }
  const signature = await owner.sign(enrolmentText(unsigned))
  expect(await isSignedBy(owner.key, enrolmentText(unsigned), signature)).toBe(true)
  return { relay: 'wss://relay.example', enrolment: { ...unsigned, signature }, secret }
}

test('an enrolment is one word, and read back whole', async () => {
  const string = await enrolment()
  const word = writeEnrolment(string)
  expect(word).toMatch(/^perigee-orb-[A-Za-z0-9_-]+$/)
  expect(readEnrolment(word)).toEqual(string)
  expect(readEnrolment(`\n ${word} \n`)).toEqual(string)
})

test('a word that was cut, or that is another, is none', async () => {
  const word = writeEnrolment(await enrolment())
  for (const wrong of [
    '',
    'perigee-orb-',
    word.slice(0, -1),
    word.slice(0, -40),
    word.slice(1),
    word + 'A',
    word + '!',
  ])
    expect(readEnrolment(wrong), wrong).toBe(null)
  const json = (value: unknown): string => 'perigee-orb-' + Buffer.from(JSON.stringify(value)).toString('base64url')
  for (const value of [null, [], {}, { relay: 'wss://relay.example' }]) expect(readEnrolment(json(value))).toBe(null)
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'relay.example', ''])(
  'an enrolment for %j is none',
  async (relay) => {
    expect(readEnrolment(writeEnrolment({ ...(await enrolment()), relay }))).toBe(null)
  },
)

test('the signature covers every field', async () => {
  const { enrolment: signed } = await enrolment()
  const { signature: _, ...unsigned } = signed
  const changed = Object.keys(unsigned).map((key) => enrolmentText({ ...unsigned, [key]: 'other' }))
  expect(changed).toHaveLength(Object.keys(UnsignedEnrolment.shape).length)
  expect(new Set([...changed, enrolmentText(unsigned)]).size).toBe(changed.length + 1)
})
