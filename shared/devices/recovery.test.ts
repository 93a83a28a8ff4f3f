import { expect, test } from 'vitest'
import { isSignedBy, PublicKey } from './keys.ts'
import { newRecoveryPhrase, readRecoveryPhrase, recoveryKey } from './recovery.ts'

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

test('a phrase is twelve words, new each time, and read back', () => {
  const phrases = Array.from({ length: 20 }, newRecoveryPhrase)
  expect(new Set(phrases).size).toBe(20)
  for (const phrase of phrases) {
    expect(phrase.split(' ')).toHaveLength(12)
    expect(readRecoveryPhrase(phrase)).toBe(phrase)
  }
})

test('a phrase is read however it was written down', () => {
  const lines = PHRASE.toUpperCase()
    .split(' ')
    .map((word, at) => (at % 4 === 3 ? word + '\n' : word + '  '))
  expect(readRecoveryPhrase(`  ${lines.join('')}`)).toBe(PHRASE)
  expect(readRecoveryPhrase(PHRASE.replaceAll(' ', ', '))).toBe(PHRASE)
})

test.each([
  ['a word too few', PHRASE.replace(' yellow', '')],
  ['a word too many', PHRASE + ' yellow'],
  ['a word of another list', PHRASE.replace('winner', 'perigee')],
  ['two words swapped', PHRASE.replace('legal winner', 'winner legal')],
  ['a wrong last word', PHRASE.replace('yellow', 'zoo')],
  [
    '256 bits',
    'legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth useful legal winner thank year wave sausage worth title',
  ],
  ['nothing', ''],
])('a phrase with %s is none', (_what, typed) => {
  expect(readRecoveryPhrase(typed)).toBe(null)
})

test('the key of a phrase is always the same, and signs as devices do', async () => {
  const recovery = recoveryKey(PHRASE)
  expect(PublicKey.parse(recovery.key)).toEqual({
    alg: 'p256',
    point: 'BJfBFNolz2kh5cKcg0jL3lUiWHjFyJxpltr-sTyHwItGPyiMSJAH7WFcAg0R9tSIEWZoSGUUrPiig6eYRZfsFY4',
  })
  const signature = recovery.sign('perigee-test\n€')
  expect(await isSignedBy(recovery.key, 'perigee-test\n€', signature)).toBe(true)
  expect(await isSignedBy(recovery.key, 'perigee-test\n', signature)).toBe(false)
  const other = recoveryKey(newRecoveryPhrase())
  expect(other.key.point).not.toBe(recovery.key.point)
  expect(await isSignedBy(other.key, 'perigee-test\n€', signature)).toBe(false)
})
