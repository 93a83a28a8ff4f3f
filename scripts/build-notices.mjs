// Writes dist/THIRD-PARTY.txt: the licences of the packages whose code the bundles hold, as those licences ask for.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { root } from './lib/root.mjs'

const NODE_MODULES = `${sep}node_modules${sep}`

/** The folders of the packages that the source maps below a folder name. */
function packagesBelow(/** @type {string} */ folder) {
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))
  return maps.flatMap((name) => {
    const path = join(folder, name)
    /** @type {{ sources: string[] }} */
    const { sources } = JSON.parse(readFileSync(path, 'utf8'))
    return sources.map((source) => resolve(dirname(path), source)).flatMap((source) => packageFolder(source) ?? [])
  })
}

/** The folder of the package that a file belongs to, or null where it is one of our own. */
function packageFolder(/** @type {string} */ file) {
  const at = file.lastIndexOf(NODE_MODULES)
  if (at < 0) return null
  const below = file.slice(at + NODE_MODULES.length).split(sep)
  return file.slice(0, at) + NODE_MODULES + below.slice(0, below[0]?.startsWith('@') ? 2 : 1).join(sep)
}

/** What a package asks to be said beside its code. */
function notice(/** @type {string} */ folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return `${name} ${version} (${license})\n\n${text}\n`
}

const notices = [...new Set(packagesBelow(join(root, 'dist/node')).concat(packagesBelow(join(root, 'dist/client'))))]
  .map(notice)
  .toSorted()
writeFileSync(join(root, 'dist/THIRD-PARTY.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))
