import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const sources = ['client', 'relay', 'orb', 'shared', 'icons', 'package-lock.json', 'vite.config.ts']
const products = ['dist/node/perigee.js', 'dist/client/index.html']

/** Why the build must run before the app can start, or null where dist is newer than every source. */
export function buildReason() {
  const built = Math.min(...products.map((path) => newest(join(root, path))))
  if (built === -Infinity) return 'dist is missing or incomplete'
  const changed = sources.find((path) => newest(join(root, path)) > built)
  return changed === undefined ? null : `${changed} is newer than dist`
}

/**
 * When the newest file at or below a path was changed, in milliseconds; -Infinity where there is none.
 *
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return -Infinity
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(-Infinity, ...readdirSync(path).map((name) => newest(join(path, name))))
}
