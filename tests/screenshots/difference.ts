import { mkdir, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../../scripts/lib/root.mjs'

/** How unlike one pixel's colours may be, from 0 to 1: what smoothing of edges makes of it. */
const THRESHOLD = 0.2
/** Which share of all pixels may be unlike more than that: less than one line of text is. */
const SHARE = 0.001

/** Where those that differ go, beside a picture of the difference: a folder that git does not see. */
const FOLDER = join(root, 'screenshots/different')

/** Playwright's comparison of pictures, the one behind `toHaveScreenshot`. It has no types. */
interface Playwright {
  readonly utils: { getComparator(mediaType: 'image/png'): Comparator }
}

type Comparator = (
  actual: Buffer,
  expected: Buffer,
  options: { threshold: number; maxDiffPixelRatio: number },
) => { errorMessage: string; diff?: Buffer } | null

const load = createRequire(import.meta.url)

/** How a picture differs from the accepted one: which, by how much, and where to look; null where it does not. */
export async function difference(file: string, actual: Buffer, accepted: Buffer): Promise<string | null> {
  const { utils } = load('playwright-core/lib/coreBundle') as Playwright
  const options = { threshold: THRESHOLD, maxDiffPixelRatio: SHARE }
  const found = utils.getComparator('image/png')(actual, accepted, options)
  if (found === null) return null
  await mkdir(FOLDER, { recursive: true })
  const [seen, marked] = [join(FOLDER, file), join(FOLDER, file.replace('.png', '-difference.png'))]
  await writeFile(seen, actual)
  if (found.diff !== undefined) await writeFile(marked, found.diff)
  return (
    `${file}: ${found.errorMessage.trim()} It looks like ${seen}; ${marked} marks what is different. ` +
    'Where it should look like that: npm run screenshots -- --accept'
  )
}
