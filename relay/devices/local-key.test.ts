import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../shared/ids.ts'
import { localProofText } from '../../shared/link/messages.ts'
import { createLocalProofs, loadLocalKey, localProof } from './local-key.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'perigee-key-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

function header(key: Buffer, at: number, nonce = newId(), method = 'POST', path = '/api/pairing/codes'): string {
  return `Perigee-Local at=${at},nonce=${nonce},proof=${localProof(key, localProofText(method, path, at, nonce))}`
}

test('the key is made once, for its owner alone', () => {
  const state = folder()
  const key = loadLocalKey(state)
  expect(key).toHaveLength(32)
  expect(loadLocalKey(state)).toEqual(key)
  expect(statSync(join(state, 'local.key')).mode & 0o777).toBe(0o600)
})

test('a damaged key file is named, and not replaced behind its owner', () => {
  const state = folder()
  writeFileSync(join(state, 'local.key'), 'short')
  expect(() => loadLocalKey(state)).toThrow(join(state, 'local.key') + ' is damaged')
})

test('a proof holds for its method, its path, its minute, its key, and once', () => {
  const key = loadLocalKey(folder())
  let now = 1_790_000_000_000
  const proofs = createLocalProofs(key, () => now)
  // What was made before the start may have been used before it.
  expect(proofs.accepts(header(key, now - 1), 'POST', '/api/pairing/codes')).toBe(false)
  now += 120_000
  const check = (text: string) => proofs.accepts(text, 'POST', '/api/pairing/codes')
  const good = header(key, now)
  expect(check(good)).toBe(true)
  expect(check(good)).toBe(false)
  expect(check(header(key, now - 60_000))).toBe(true)
  expect(check(header(key, now - 60_001))).toBe(false)
  expect(check(header(key, now + 60_001))).toBe(false)
  expect(check(header(loadLocalKey(folder()), now))).toBe(false)
  expect(check(header(key, now, newId(), 'GET'))).toBe(false)
  expect(check(header(key, now, newId(), 'POST', '/metrics'))).toBe(false)
  expect(check(header(key, now, 'not an id'))).toBe(false)
  expect(check('')).toBe(false)
  expect(check('Bearer ' + good)).toBe(false)
})

test('a wrong proof does not use up the nonce of the right one', () => {
  const key = loadLocalKey(folder())
  const proofs = createLocalProofs(key, () => 0)
  const right = header(key, 0)
  expect(proofs.accepts(right.replace(/proof=.*/, 'proof=AAAA'), 'POST', '/api/pairing/codes')).toBe(false)
  expect(proofs.accepts(right, 'POST', '/api/pairing/codes')).toBe(true)
})
