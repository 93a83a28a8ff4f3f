// Records what harnesses say: `node scripts/record.mjs [HARNESS...]`; without a name all of them.
// Then it writes anew what the runner makes of it, for people to look over and commit.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { harnessFolders, installHarnesses } from './lib/harness-packages.mjs'
import { root } from './lib/root.mjs'

const names = process.argv.slice(2)
const env = { ...process.env, PERIGEE_RECORD: names.join(',') }
const ready = Object.values(harnessFolders).every(installHarnesses)
const done = ready && vitest(['--project', 'recordings']) && vitest(['--project', 'unit', 'tests/recordings', '-u'])
process.exitCode = done ? 0 : 1

/** @param {string[]} words */
function vitest(words) {
  const command = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...words]
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit', env }).status === 0
}
