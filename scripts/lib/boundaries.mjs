import { builtinModules } from 'node:module'
import { join } from 'node:path/posix'
import ts from 'typescript'

const parts = ['client', 'relay', 'orb', 'shared']
/** What shared may use: schemas, the types of the documents that both sides read, and arithmetic. All are pure. */
const packagesOfShared = ['zod', 'yjs', '@noble/curves', '@noble/hashes', '@scure/bip39']
const builtins = new Set(builtinModules)

/**
 * The imports of one source file that break the layout: client, relay and orb meet only through
 * shared, which does no I/O and needs two pure packages. Types count as well: a type that only one side
 * owns is no protocol.
 *
 * @param {string} file path from the root of the repository, with forward slashes
 * @param {string} source
 * @returns {string[]} one sentence for each
 */
export function brokenBoundaries(file, source) {
  const part = file.split('/', 1)[0] ?? ''
  if (!parts.includes(part)) return []
  const isTest = /\.test\.tsx?$|\/testing(?:\/|\.ts$)/.test(file)
  return ts.preProcessFile(source, true, true).importedFiles.flatMap(({ fileName, pos }) => {
    const reason = objection(part, file, fileName, isTest)
    if (reason === null) return []
    const line = source.slice(0, pos).split('\n').length
    return [`${file}:${line} imports ${fileName}: ${reason}`]
  })
}

/**
 * @param {string} part
 * @param {string} file
 * @param {string} specifier
 * @param {boolean} isTest tests beside the source, and what only they use, may use Node, a test library and tests/support
 */
function objection(part, file, specifier, isTest) {
  if (specifier.startsWith('.')) {
    const target = join(file, '..', specifier).split('/', 1)[0] ?? ''
    if (target === part || target === 'shared') return null
    if (isTest && !parts.includes(target)) return null
    if (part === 'shared') return 'shared stands on its own.'
    if (parts.includes(target)) return `${part} and ${target} meet through shared only.`
    return target === '..' ? 'it lies outside the repository.' : `${part} is built without ${target}.`
  }
  if (isTest) return null
  const isBuiltin = specifier.startsWith('node:') || builtins.has(specifier)
  if (part === 'client' && isBuiltin) return 'a browser has no such module.'
  if (part !== 'shared') return null
  if (isBuiltin) return 'shared does no I/O and runs in a browser as well.'
  const allowed = packagesOfShared.some((name) => specifier === name || specifier.startsWith(`${name}/`))
  return allowed ? null : `shared needs no package but ${packagesOfShared.join(' and ')}.`
}
