import { expect, test } from 'vitest'
import { newSecret, pairingPath } from '../../../shared/devices/pairing.ts'
import { newId } from '../../../shared/ids.ts'
import { readScan } from './read-scan.ts'

const HERE = 'https://perigee.example'
const link = { invitationId: newId(), secret: newSecret(), founding: 'a'.repeat(64) }

test('an invitation of this relay is read whole', () => {
  expect(readScan(HERE + pairingPath(link), HERE)).toEqual({ kind: 'invitation', link })
})

test('an invitation of another relay names its host, and gives nothing of itself away', () => {
  const elsewhere = 'https://perigee.example.evil:8443' + pairingPath(link)
  expect(readScan(elsewhere, HERE)).toEqual({ kind: 'other-relay', host: 'perigee.example.evil:8443' })
})

test.each([
  'hello',
  '',
  HERE + '/pair',
  HERE + '/pair#nothing',
  HERE + pairingPath(link) + '.more',
  HERE + '/other#' + pairingPath(link).slice('/pair#'.length),
  'javascript:alert(1)',
])('%j is no invitation', (text) => {
  expect(readScan(text, HERE)).toEqual({ kind: 'other' })
})
