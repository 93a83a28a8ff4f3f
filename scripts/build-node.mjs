// Builds dist/node: the `perigee` command and what it starts in threads and processes of its own.
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleForNode } from './lib/bundle.mjs'
import { root } from './lib/root.mjs'

/** Packages with machine code or worker threads of their own; they are installed beside the bundle. */
const outside = ['better-sqlite3', 'pino']

const { missing, packages } = await bundleForNode(
  {
    perigee: 'orb/cli/main.ts',
    relay: 'relay/main.ts',
    'ledger-worker': 'relay/ledger/worker.ts',
    'scripted-agent': 'orb/scripted-agent/main.ts',
  },
  { outDir: 'dist/node', executable: 'perigee', outside },
)

for (const file of missing) console.error(`build: ${file} does not exist; left out of dist/node.`)
if (!missing.includes('orb/cli/main.ts')) await chmod(join(root, 'dist/node/perigee.js'), 0o755)

// A development dependency is there in this folder but not where the package is installed.
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
const undeclared = [...packages].filter((name) => !(name in manifest.dependencies))
if (undeclared.length > 0) {
  console.error(
    `build: dist/node imports ${undeclared.join(', ')}, which package.json does not list under "dependencies".`,
  )
  process.exitCode = 1
}
