// Puts a brotli copy beside every file of dist/client that a page loads as text; the relay sends it to who takes it.
// Browsers take brotli over https and on this machine, which is where the app can run.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { root } from './lib/root.mjs'

const TEXT = new Set(['.css', '.html', '.js', '.svg', '.webmanifest'])
/** Below this a file fits into the packet that carries its headers. */
const WORTH_BYTES = 1000

const compress = promisify(brotliCompress)
const folder = join(root, 'dist/client')

await Promise.all(
  (await readdir(folder, { recursive: true })).map(async (name) => {
    if (!TEXT.has(extname(name))) return
    const bytes = await readFile(join(folder, name))
    if (bytes.length < WORTH_BYTES) return
    const { BROTLI_PARAM_SIZE_HINT } = constants
    await writeFile(
      join(folder, name + '.br'),
      await compress(bytes, { params: { [BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    )
  }),
)
