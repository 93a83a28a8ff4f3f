// Fails where client, relay, orb or shared import what the layout does not allow them.
//
//   node scripts/check-boundaries.mjs [FOLDER]
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { brokenBoundaries } from './lib/boundaries.mjs'
import { root } from './lib/root.mjs'

const folder = process.argv[2] ?? root
const files = ['client', 'relay', 'orb', 'shared']
  .map((part) => join(folder, part))
  .filter((path) => existsSync(path))
  .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))

const broken = files.flatMap((file) =>
  brokenBoundaries(relative(folder, file).split(sep).join('/'), readFileSync(file, 'utf8')),
)
for (const sentence of broken) console.error(sentence)
if (broken.length === 0) console.log(`${files.length} files keep to the layout.`)
process.exitCode = broken.length > 0 ? 1 : 0
