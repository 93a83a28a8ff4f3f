// Writes orb/adapters/schema.json, by which editors check a manifest, out of the schema that loads one.
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundleForNode } from './lib/bundle.mjs'
import { root } from './lib/root.mjs'

const outDir = 'node_modules/.cache/perigee/schema'
await bundleForNode({ 'manifest-schema': 'orb/adapters/manifest-schema.ts' }, { outDir })
const { manifestSchema } = await import(pathToFileURL(join(root, outDir, 'manifest-schema.js')).href)

const file = join(root, 'orb/adapters/schema.json')
await writeFile(file, JSON.stringify(manifestSchema(), null, 2) + '\n')
const { status } = spawnSync(join(root, 'node_modules/.bin/oxfmt'), [file], { cwd: root, stdio: 'inherit' })
process.exitCode = status ?? 1
