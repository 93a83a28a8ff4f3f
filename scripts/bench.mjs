// `npm run bench -- NAME... [--json]`: bundles tests/bench and runs it against a fresh build.
// Notes go to stderr, so that stdout holds the figures alone.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bundleForNode } from './lib/bundle.mjs'
import { buildReason } from './lib/freshness.mjs'
import { root } from './lib/root.mjs'

const reason = buildReason()
if (reason !== null) {
  console.error(`Building, because ${reason}.`)
  const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['inherit', 2, 2] })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

const { missing } = await bundleForNode({ main: 'tests/bench/main.ts' }, { outDir: 'dist/bench' })
if (missing.length > 0) {
  console.error(`bench: ${missing.join(', ')} does not exist.`)
  process.exit(1)
}
const command = [join(root, 'dist/bench/main.js'), ...process.argv.slice(2)]
process.exit(spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1)
