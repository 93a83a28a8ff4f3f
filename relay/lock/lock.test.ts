import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockState } from './lock.ts'

test('a state folder has one relay, and the next one after it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const first = lockState(folder)
  expect(() => lockState(folder)).toThrow(`Another relay is running on ${folder}`)
  first.release()
  lockState(folder).release()
})
