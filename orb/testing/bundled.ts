import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'

/** Every package: one that is loaded from its own files, as native ones have to be. */
const PACKAGES = /^[^./]/
/** What comes with Node.js alone. */
export const BUILT_IN = /^node:/

/**
 * Bundles a module so that a child process can run it: Node 20 runs no TypeScript. The file lies below the repository,
 * so that it finds its packages; `external` are those that are not part of it. Gives its path and the way to remove it.
 */
export async function bundled(source: string, external = PACKAGES): Promise<{ path: string; remove: () => void }> {
  const folder = resolve('node_modules', '.cache', 'perigee')
  mkdirSync(folder, { recursive: true })
  const path = resolve(folder, `${source.replaceAll(/[^a-z]+/gi, '-')}-${process.pid}.mjs`)
  const bundle = await rolldown({ input: source, platform: 'node', external })
  await bundle.write({ file: path, format: 'esm' })
  await bundle.close()
  return { path, remove: () => rmSync(path, { force: true }) }
}
