import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/** The folder of the harnesses that `npm test` drives, and that of those which `npm run test:harnesses -- all` adds. */
export const harnessFolders = { usual: 'tests/harnesses', more: 'tests/harnesses/more' }

/**
 * Installs the harnesses that a folder's lockfile names, where they are not there yet. Says what it does, and how to
 * see why where it cannot.
 *
 * @param {string} folder below the root
 * @returns {boolean} whether they are there
 */
export function installHarnesses(folder) {
  if (isCurrent(folder)) {
    console.log(`Harnesses: as in ${folder}/package-lock.json`)
    return true
  }
  console.log(`Harnesses: installing those of ${folder}.`)
  // Some want a newer Node.js than this one, and are given it when they are started.
  const words = ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error']
  const installed = spawnSync('npm', words, { cwd: root, stdio: 'inherit' }).status === 0
  if (!installed) console.error(`The harnesses could not be installed. Run \`npm ci --prefix ${folder}\` to see why.`)
  return installed
}

/**
 * Whether node_modules holds what the lockfile names: npm leaves a lockfile of its own in there.
 *
 * @param {string} folder
 */
function isCurrent(folder) {
  const installed = join(root, folder, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const has = packagesOf(installed)
  const wants = Object.entries(packagesOf(join(root, folder, 'package-lock.json')))
  return wants.every(([name, entry]) => name === '' || entry.optional === true || has[name]?.version === entry.version)
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function packagesOf(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages
}
