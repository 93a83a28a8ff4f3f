import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { root } from '../../scripts/lib/root.mjs'
import { setFonts } from './fonts.ts'
import { openSampleStage, type SampleStage } from './sample-stage.ts'
import { screenOf } from './screens.ts'
import { dress, takePicture, type Scheme, type Size } from './take.ts'

/** A picture that the browser suite compares with the one that was accepted. */
export interface Chosen {
  readonly screen: string
  readonly size: Size
  readonly scheme: Scheme
}

/** Few, and between them most of what a change of a token, a font size or a layout would move. */
export const CHOSEN: readonly Chosen[] = [
  { screen: 'fleet', size: 390, scheme: 'light' },
  { screen: 'thread', size: 390, scheme: 'dark' },
  { screen: 'approval', size: 390, scheme: 'light' },
  { screen: 'approval-change', size: 820, scheme: 'dark' },
  { screen: 'thread', size: 1440, scheme: 'light' },
  { screen: 'settings-appearance', size: 390, scheme: 'light' },
]

/** Where the accepted ones are kept. */
export const ACCEPTED = join(root, 'tests/browser/pictures')

/** By which the sample's ages are counted: so that none changes while the pictures are taken. */
const HOUR = 3_600_000

/** What differs each time: ages, the dials that show them, and the digest of a question. */
const CHANGING = ['time', '.dial', 'code[title]']

/** The stage on which they are taken. */
export function openChosenStage(browser: Browser): Promise<SampleStage> {
  return openSampleStage(browser, { unit: HOUR })
}

/** Its file's name. */
export function fileOf({ screen, size, scheme }: Chosen): string {
  return `${screen}-${size}-${scheme}.png`
}

/** Takes one: in fonts that are the same on every machine that has them, and without what a clock moves. */
export async function takeOne(stage: SampleStage, { screen, size, scheme }: Chosen): Promise<Buffer> {
  const page = await stage.page()
  await dress(page, size, scheme)
  await stage.open(screenOf(screen))
  await setFonts(page)
  return takePicture(page, { mask: CHANGING.map((selector) => page.locator(selector)), maskColor: '#888' })
}

/** Makes the ones of today the accepted ones. */
export async function takeChosen(browser: Browser): Promise<void> {
  const stage = await openChosenStage(browser)
  try {
    await mkdir(ACCEPTED, { recursive: true })
    for (const one of CHOSEN) {
      await writeFile(join(ACCEPTED, fileOf(one)), await takeOne(stage, one))
      console.log(fileOf(one))
    }
  } finally {
    await stage.close()
  }
}
