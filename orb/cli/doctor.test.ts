import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { nodeCheck } from './doctor.ts'

test.each([
  ['18.20.0', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.1.0', true],
  ['24.0.0', true],
])('Node %s is new enough: %s', (version, ok) => {
  expect(nodeCheck(version)).toMatchObject({ ok })
})

test('the oldest Node is the one that the package names', () => {
  const oldest = manifest.engines.node.replace('>=', '')
  expect(nodeCheck(`${oldest}.0`).ok).toBe(true)
  const [major = 0, minor = 0] = oldest.split('.').map(Number)
  expect(nodeCheck(`${major}.${minor - 1}.0`).ok).toBe(false)
})
