import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import pi from '../pi.json' with { type: 'json' }

test('the gate that the manifest writes is the one in this folder, and no template fills anything into it', () => {
  const gate = readFileSync(new URL('gate.js', import.meta.url), 'utf8')
  const written = pi.launch.files.find((file) => file.path.endsWith('/gate.js'))?.content
  // To take over a change: paste the lines that this shows into pi.json.
  expect(written).toEqual(gate.trimEnd().split('\n'))
  expect(gate).not.toContain('${')
})
