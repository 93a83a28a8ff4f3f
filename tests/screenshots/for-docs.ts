import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { root } from '../../scripts/lib/root.mjs'
import { withPairing } from './pairing.ts'
import { openSampleStage } from './sample-stage.ts'
import { screenOf } from './screens.ts'
import { dress, LIGHT, takePicture, type Scheme, type Size } from './take.ts'

/** A picture that is shown to people: its file, and what is on it. */
type Shown = readonly [file: string, screen: string, size: Size, scheme: Scheme]

/** Of README and docs. Those of a phone have two pixels for each CSS pixel. */
const PICTURES: readonly Shown[] = [
  ['thread-phone', 'thread', 390, 'light'],
  ['thread-desktop', 'thread', 1440, 'light'],
  ['fleet-phone', 'fleet', 390, 'light'],
  ['fleet-phone-dark', 'fleet', 390, 'dark'],
  ['approval-phone', 'approval', 390, 'dark'],
  ['inbox-phone', 'inbox', 390, 'light'],
  ['change-tablet', 'approval-change', 820, 'light'],
]

/** On the sheet on which a system offers to install the app: the file's name is also the label. */
const MANIFEST: readonly Shown[] = [
  ['what-waits-for-you', 'fleet', 390, 'light'],
  ['exactly-what-would-run', 'approval', 390, 'light'],
  ['all-of-it-at-a-desk', 'thread', 1440, 'light'],
]

/** By which the sample's ages are counted. */
const MINUTE = 60_000

/** Takes the pictures of README, docs and manifest. They are committed: look at each. */
export async function takeForDocs(browser: Browser): Promise<void> {
  const stage = await openSampleStage(browser, { unit: MINUTE, scale: 2 })
  const take = async ([, screen, size, scheme]: Shown, scale: 'css' | 'device'): Promise<Buffer> => {
    await dress(await stage.page(), size, scheme)
    return takePicture(await stage.open(screenOf(screen)), { scale, ...LIGHT })
  }
  try {
    for (const one of PICTURES) {
      await save(`docs/pictures/${one[0]}.webp`, await take(one, one[2] === 390 ? 'device' : 'css'))
    }
    for (const one of MANIFEST) await save(`icons/screenshots/${one[0]}.webp`, await take(one, 'css'))
    await withPairing(browser, stage.relay, async (page, name) => {
      if (name === 'pairing-number') await save('docs/pictures/pairing-phone.webp', await takePicture(page, LIGHT))
    })
  } finally {
    await stage.close()
  }
}

async function save(file: string, picture: Buffer): Promise<void> {
  const path = join(root, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
  console.log(`${file} ${Math.round(picture.length / 1000)} KB`)
}
