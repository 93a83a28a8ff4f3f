// Fails the build when what the first screen loads outgrows its budget, or holds what it never needs.
import { join } from 'node:path'
import { firstLoad } from './lib/first-load.mjs'
import { root } from './lib/root.mjs'

/** In bytes, gzipped. All together a second of a slow phone's 100 KB/s: the patience of somebody called by a notification. */
const budgets = { scripts: 80_000, styles: 15_000, worker: 12_000 }

/** What the fleet does without, by where it comes from. */
const behind = [
  'node_modules/marked/',
  'node_modules/diff/',
  'node_modules/jsqr/',
  'node_modules/@scure/',
  'node_modules/@noble/',
  'client/transcripts/',
  'client/devices/scan/',
]

const { scripts, styles, worker, sources } = await firstLoad(join(root, 'dist/client'))
const parts = { scripts, styles, worker: [worker] }
for (const [name, budget] of Object.entries(budgets)) {
  const pieces = parts[/** @type {keyof typeof parts} */ (name)]
  const total = pieces.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`${name}: ${(total / 1000).toFixed(1)} of ${budget / 1000} KB, gzipped.`)
  if (total <= budget) continue
  for (const { file, bytes } of pieces) console.error(`  ${(bytes / 1000).toFixed(1)} KB  ${file}`)
  console.error('Over budget: load what the first screen does not need by a dynamic import.')
  process.exitCode = 1
}

for (const source of sources.filter((path) => behind.some((part) => path.includes(part)))) {
  console.error(`The first screen loads ${source}, which it never needs: import it by a call.`)
  process.exitCode = 1
}
