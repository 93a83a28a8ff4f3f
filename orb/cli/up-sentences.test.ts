import { expect, test } from 'vitest'
import { readRelayLine } from './relay-line.ts'
import { upSentences } from './up-sentences.ts'

const PAIRING = { path: '/first#' + 's'.repeat(22), code: 'ABCDEFGH', expiresAt: 1 }
const UNPAIRED = { url: 'http://localhost:8737', port: 8737, pairing: PAIRING }

test('the first pairing goes to a terminal', () => {
  const text = upSentences(UNPAIRED, [], true)
  expect(text).toContain('Open  http://localhost:8737/first#' + 's'.repeat(22))
  expect(text).toContain('Code  ABCD-EFGH')
  expect(text).toContain('docs/deploy.md')
})

test('the first pairing goes to nothing but a terminal', () => {
  const text = upSentences(UNPAIRED, [], false)
  expect(text).not.toContain('ssss')
  expect(text).not.toContain('ABCD')
  expect(text).toContain('"perigee pair"')
})

test('a public address is what a phone opens', () => {
  const text = upSentences(UNPAIRED, ['http://127.0.0.1:5173', 'https://perigee.example.org/'], true)
  expect(text).toContain('Open  https://perigee.example.org/first#')
  expect(text).not.toContain('docs/deploy.md')
})

test('a relay with devices says where it is', () => {
  expect(upSentences({ ...UNPAIRED, pairing: null }, [], true)).toMatch(/^Open http:\/\/localhost:8737\n/)
})

test('what a relay says is read whole or not at all', () => {
  expect(readRelayLine(JSON.stringify(UNPAIRED))).toEqual(UNPAIRED)
  expect(readRelayLine('{"level":30}')).toBeNull()
  expect(readRelayLine('listening')).toBeNull()
})
