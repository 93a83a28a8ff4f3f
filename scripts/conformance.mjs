// `npm run test:conformance -- --adapter NAME [--adapter NAME...]`: holds what a manifest declares against what its
// harness does, prints the two side by side, and ends with 1 where they do not agree.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { harnessFolders, installHarnesses } from './lib/harness-packages.mjs'
import { root } from './lib/root.mjs'

const { values } = parseArgs({ options: { adapter: { type: 'string', multiple: true, default: [] } } })
if (values.adapter.length === 0) {
  console.error('Say which adapter: npm run test:conformance -- --adapter opencode')
  process.exit(2)
}
const env = { ...process.env, PERIGEE_CONFORMANCE: values.adapter.join(',') }
const words = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'conformance']
const ready = Object.values(harnessFolders).every(installHarnesses)
process.exitCode =
  ready && spawnSync(process.execPath, words, { cwd: root, stdio: 'inherit', env }).status === 0 ? 0 : 1
