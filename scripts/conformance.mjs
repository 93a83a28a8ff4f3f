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
/** @param {string[]} args */
const run = (args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status === 0
// The scripted agent is a program of the build.
const ready = run([join(root, 'scripts/build-node.mjs')]) && Object.values(harnessFolders).every(installHarnesses)
process.exitCode = ready && run(words) ? 0 : 1
