// Fails the build when what the first screen loads outgrows its budget.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root } from './lib/root.mjs'

/** Half a second on a 3G phone's 300 KB/s, which is the whole patience of somebody called by a notification. */
const budget = 150_000

const dist = join(root, 'dist/client')
const html = await readFile(join(dist, 'index.html'), 'utf8')
const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
if (scripts.length === 0) throw new Error('dist/client/index.html loads no script.')

const sizes = await Promise.all(
  scripts.map(async (file) => ({ file, bytes: gzipSync(await readFile(join(dist, file))).length })),
)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
console.log(`First screen: ${(total / 1000).toFixed(1)} of ${budget / 1000} KB of script, gzipped.`)

if (total > budget) {
  for (const { file, bytes } of sizes) console.error(`  ${(bytes / 1000).toFixed(1)} KB  ${file}`)
  console.error('Over budget: load what the first screen does not need by a dynamic import.')
  process.exitCode = 1
}
