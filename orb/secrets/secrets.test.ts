import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { listSecrets, readSecret, removeSecret, secretsFile, writeSecret } from './secrets.ts'

test('a secret is kept for its owner alone, listed without its value, and forgotten with its file', () => {
  const folder = join(testFolder(), 'orb')
  expect(readSecret(folder, 'MODEL_KEY')).toBeNull()
  writeSecret(folder, 'MODEL_KEY', 'first')
  writeSecret(folder, 'MODEL_KEY', 'second')
  writeSecret(folder, 'ANOTHER', 'other')
  expect(readSecret(folder, 'MODEL_KEY')).toBe('second')
  expect(readSecret(folder, 'toString')).toBeNull()
  expect(statSync(secretsFile(folder)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  const listed = listSecrets(folder)
  expect(listed.map(({ name }) => name)).toEqual(['ANOTHER', 'MODEL_KEY'])
  expect(JSON.stringify(listed)).not.toMatch(/second|other"/)
  expect(removeSecret(folder, 'MODEL_KEY')).toBe(true)
  expect(removeSecret(folder, 'MODEL_KEY')).toBe(false)
  expect(removeSecret(folder, 'ANOTHER')).toBe(true)
  expect(existsSync(secretsFile(folder))).toBe(false)
})

test('a file that others can read, or that is damaged, is not used and not written over', () => {
  const folder = testFolder()
  writeSecret(folder, 'MODEL_KEY', 'value')
  chmodSync(secretsFile(folder), 0o640)
  expect(() => readSecret(folder, 'MODEL_KEY')).toThrow(/chmod 600/)
  chmodSync(secretsFile(folder), 0o600)
  writeFileSync(secretsFile(folder), '{ "MODEL_KEY"')
  expect(() => writeSecret(folder, 'MODEL_KEY', 'new')).toThrow(/damaged/)
  expect(readFileSync(secretsFile(folder), 'utf8')).toBe('{ "MODEL_KEY"')
})
