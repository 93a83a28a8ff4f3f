import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCEPTED, CHOSEN, fileOf, openChosenStage, takeOne } from '../screenshots/chosen.ts'
import { difference } from '../screenshots/difference.ts'
import { hasFonts } from '../screenshots/fonts.ts'
import type { SampleStage } from '../screenshots/sample-stage.ts'
import { launchBrowser } from './stage.ts'

/* A few screens of the real app look as they did when somebody looked at them and accepted them. */

let browser: Browser
let stage: SampleStage

beforeAll(async () => {
  browser = await launchBrowser({ whole: true })
  stage = await openChosenStage(browser)
})
afterAll(async () => {
  await stage.close()
  await browser.close()
})

test('the screens look as accepted', async (context) => {
  // Letters of another font are as wide as they are, and no tolerance makes up for it.
  if (!(await hasFonts(await stage.page())))
    return context.skip('DejaVu Sans, in which they were accepted, is not here.')
  const differences: string[] = []
  for (const one of CHOSEN) {
    const accepted = await readFile(join(ACCEPTED, fileOf(one)))
    const found = await difference(fileOf(one), await takeOne(stage, one), accepted)
    if (found !== null) differences.push(found)
  }
  expect(differences).toEqual([])
})
