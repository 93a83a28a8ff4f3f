import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { BUILT_IN } from '../adapters/built-in.ts'
import { insideWords } from './doctor-inside.ts'
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

test('which agents can be answered from inside is said, and whether a shell without a network closes that', () => {
  expect(insideWords(BUILT_IN, null)).toMatchObject({ ok: true, says: expect.stringMatching(/^OpenCode: /) })
  expect(insideWords(BUILT_IN, null).help).toContain('--shell-network none')
  expect(insideWords(BUILT_IN, 'No namespaces.')).toMatchObject({
    ok: false,
    help: 'It cannot be closed here: No namespaces.',
  })
  const harmless = BUILT_IN.filter(({ trust }) => trust.localPorts.length === 0)
  expect(insideWords(harmless, 'No namespaces.')).toMatchObject({ ok: true, help: null })
})
