import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What a browser has to fetch before the built app draws its first screen, and what its worker weighs.
 *
 * @typedef {{ file: string, bytes: number }} Piece bytes: gzipped
 * @typedef {{ scripts: Piece[], styles: Piece[], worker: Piece, sources: string[] }} FirstLoad
 *   sources: the files that the scripts were made of, by their source maps, from the root of the project
 *
 * @param {string} dist the built client
 * @returns {Promise<FirstLoad>}
 */
export async function firstLoad(dist) {
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  const scripts = await withImports(
    dist,
    named.filter((file) => file.endsWith('.js')),
  )
  if (scripts.length === 0) throw new Error('dist/client/index.html loads no script.')
  return {
    scripts: await Promise.all(scripts.map((file) => weigh(dist, file))),
    styles: await Promise.all(named.filter((file) => file.endsWith('.css')).map((file) => weigh(dist, file))),
    worker: await weigh(dist, 'sw.js'),
    sources: (await Promise.all(scripts.map((file) => sourcesOf(dist, file)))).flat(),
  }
}

/**
 * Scripts with all that they import at once: those that are imported by a call come later.
 *
 * @param {string} dist
 * @param {string[]} entries
 */
async function withImports(dist, entries) {
  const found = new Set(entries)
  for (const file of found) {
    const code = await readFile(join(dist, file), 'utf8')
    for (const [, path] of code.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)) {
      found.add(posix.join(posix.dirname(file), path ?? ''))
    }
  }
  return [...found]
}

/**
 * @param {string} dist
 * @param {string} file
 * @returns {Promise<Piece>}
 */
async function weigh(dist, file) {
  return { file, bytes: gzipSync(await readFile(join(dist, file))).length }
}

/**
 * @param {string} dist
 * @param {string} file
 * @returns {Promise<string[]>}
 */
async function sourcesOf(dist, file) {
  // What is served as it was written has no map.
  const map = await readFile(join(dist, `${file}.map`), 'utf8').catch(() => JSON.stringify({ sources: [file] }))
  const { sources } = JSON.parse(map)
  return sources.map((/** @type {string} */ source) => source.replace(/^(?:\.\.\/)+/, ''))
}
