import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { parseProofHeader, proofHeader, requestText, sessionText, type ProvedRequest } from './proofs.ts'

const REQUEST: ProvedRequest = {
  deviceId: 'device',
  method: 'POST',
  path: '/api/stop-all?x=1',
  host: 'localhost:4810',
  at: 1_700_000_000_000,
  nonce: 'nonce',
  bodySha256: 'b'.repeat(64),
}
const PROOF = {
  deviceId: newId(),
  at: 1_700_000_000_000,
  nonce: newId(),
  bodySha256: 'b'.repeat(64),
  signature: 'A'.repeat(86),
}

test('what is signed of a request changes with each of its parts', () => {
  const others = Object.keys(REQUEST).map((key) => requestText({ ...REQUEST, [key]: key === 'at' ? 1 : 'other' }))
  expect(new Set([...others, requestText(REQUEST)]).size).toBe(others.length + 1)
  expect(requestText(REQUEST)).toBe(
    `perigee-request-v1\ndevice\nPOST\n/api/stop-all?x=1\nlocalhost:4810\n1700000000000\nnonce\n${'b'.repeat(64)}`,
  )
})

test('what is signed for a session is bound to one origin, one nonce and one device', () => {
  const text = sessionText('https://relay.example', 'n', 'd')
  expect(text).toBe('perigee-session-v1\nhttps://relay.example\nn\nd')
  expect(
    new Set([text, sessionText('https://evil.example', 'n', 'd'), sessionText('https://relay.example', 'nd', '')]).size,
  ).toBe(3)
})

test('a header is read as it was written', () => {
  expect(parseProofHeader(proofHeader(PROOF))).toEqual(PROOF)
})

test.each([
  ['another scheme', (header: string) => header.replace('Perigee-Device', 'Bearer')],
  ['another case', (header: string) => header.replace('Perigee-Device', 'perigee-device')],
  ['a field too many', (header: string) => header + ',more=1'],
  ['a field twice', (header: string) => header.replace('nonce=', 'at=')],
  ['a field twice beside all', (header: string) => header + ',at=1'],
  ['no signature', (header: string) => header.replace(/,sig=.*/, '')],
  ['a moment that is no number', (header: string) => header.replace(/at=\d+/, 'at=0x10')],
  ['a moment before all', (header: string) => header.replace(/at=\d+/, 'at=-1')],
  ['a moment beyond numbers', (header: string) => header.replace(/at=\d+/, 'at=9999999999999999')],
  ['white space', (header: string) => header.replaceAll(',', ', ')],
  ['a body that is no hash', (header: string) => header.replace(/body=\w+/, 'body=abc')],
])('a header with %s is none', (_what, change) => {
  expect(parseProofHeader(change(proofHeader(PROOF)))).toBe(null)
})

test('nothing that comes as a header makes it throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseProofHeader(text)).toBe(null)
      expect(parseProofHeader('Perigee-Device ' + text)).toBe(null)
    }),
  )
})
