import { existsSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './root.mjs'

/**
 * Bundles TypeScript for Node: our own modules are joined, packages stay imports unless they are taken in.
 * Node 20 runs no TypeScript itself, so everything that runs outside a browser comes through here.
 *
 * @param {Record<string, string>} entries name of the output file without `.js` → source file
 * @param {{ outDir: string, executable?: string, outside?: readonly string[] }} options outDir is relative to the
 *   repository, as the sources are; the entry named by `executable` begins with a `#!` line; where `outside` is given,
 *   every package but those is taken in: some hundred files fewer to find and read halve the time of a start
 * @returns {Promise<{ missing: string[], packages: Set<string> }>} entries without a source file, which
 *   are left out, and the names of the packages that the output imports
 */
export async function bundleForNode(entries, options) {
  const present = Object.entries(entries).filter(([, file]) => existsSync(join(root, file)))
  const missing = Object.values(entries).filter((file) => !existsSync(join(root, file)))
  const { outside } = options
  if (present.length === 0) return { missing, packages: new Set() }

  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(present),
    platform: 'node',
    tsconfig: 'tsconfig.node.json',
    external: (id) => isPackage(id) && (outside === undefined || isBuiltin(id) || outside.includes(packageName(id))),
  })
  const { output } = await bundle.write({
    dir: options.outDir,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
    banner: (chunk) => (chunk.name === options.executable ? '#!/usr/bin/env node' : ''),
  })
  await bundle.close()

  const ours = new Set(output.map((file) => file.fileName))
  const packages = output
    .flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))
    .filter((id) => !ours.has(id) && !isBuiltin(id))
    .map(packageName)
  return { missing, packages: new Set(packages) }
}

/** @param {string} id an import specifier, or the path of a module that was found */
function isPackage(id) {
  return !id.startsWith('.') && !id.startsWith('\0') && !isAbsolute(id)
}

/**
 * The package that an import specifier belongs to: `@hono/node-server/ws` → `@hono/node-server`.
 *
 * @param {string} specifier
 */
export function packageName(specifier) {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}
