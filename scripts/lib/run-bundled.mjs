import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bundleForNode } from './bundle.mjs'
import { buildReason } from './freshness.mjs'
import { root } from './root.mjs'

/**
 * Runs a TypeScript program of the repository against a fresh build of the product, which it makes where it has to, and
 * gives its exit code. What the build says goes to stderr, so that stdout is the program's alone.
 *
 * @param {string} source relative to the repository
 * @param {string} outDir where its bundle goes, relative to the repository
 * @param {string[]} args
 */
export async function runBundled(source, outDir, args) {
  const reason = buildReason()
  if (reason !== null) {
    console.error(`Building, because ${reason}.`)
    const build = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: ['inherit', 2, 2] })
    if (build.status !== 0) return build.status ?? 1
  }
  const { missing } = await bundleForNode({ main: source }, { outDir })
  if (missing.length > 0) {
    console.error(`${missing.join(', ')} does not exist.`)
    return 1
  }
  const command = [join(root, outDir, 'main.js'), ...args]
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status ?? 1
}
