import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allSwitches } from '../scripted-agent/faults/table.ts'

const folder = 'orb/faults'
const tested = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(/\bunderFault\(\s*'([^']+)'/g)])
  .map((match) => match[1])

test('every switch of the scripted agent is one test of the runner', () => {
  expect(new Set(tested)).toEqual(new Set(allSwitches()))
  expect(tested).toHaveLength(allSwitches().length)
})
