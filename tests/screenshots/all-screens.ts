import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from '../../scripts/lib/root.mjs'
import { FIRST_RUN, takeFirstRun, type Take } from './first-run.ts'
import { openGallery, openScene } from '../browser/gallery.ts'
import { LONG_NAMES, placeLongNames } from './long-names.ts'
import { PAIRING, withPairing } from './pairing.ts'
import { RUNNING_ORB, takeRunningOrb } from './running-orb.ts'
import { openSampleStage, type SampleStage } from './sample-stage.ts'
import { OFFLINE_SCREENS, SCENES, screenOf, SCREENS, type Screen } from './screens.ts'
import { dress, SIZES, takePicture, type Look, type Scheme, type Size } from './take.ts'

/** Where they go: a folder that git does not see. */
const FOLDER = join(root, 'screenshots')

/** By which the sample's ages are counted. */
const MINUTE = 60_000

/** Takes every screen, or those whose names hold one of `only` (`=fleet`: begin with it), in each size and both schemes, as `look` has them. */
export async function takeScreens(browser: Browser, only: readonly string[], look: Look): Promise<void> {
  const isWanted = (name: string): boolean => only.length === 0 || only.some((part) => ('=' + name).includes(part))
  const take: Take = async (page, name) => (isWanted(name) ? takeAll(page, name, look) : undefined)
  // What is done on a screen first is found by its English words.
  const inEnglish = look !== 'chinese'
  const screens = SCREENS.filter(({ name, act }) => isWanted(name) && (inEnglish || act === undefined))
  const [long, offline] = [LONG_NAMES, OFFLINE_SCREENS].map((all) => all.filter(({ name }) => isWanted(name)))
  const pairing = inEnglish && PAIRING.some(isWanted)
  const wanted = { screens, pairing, long: long ?? [], offline: offline ?? [] }
  if (pairing || screens.length + wanted.long.length + wanted.offline.length > 0)
    await takeSample(browser, wanted, take, look)
  if (!inEnglish) return
  if (FIRST_RUN.some(isWanted)) await takeFirstRun(browser, take)
  if (RUNNING_ORB.some(isWanted)) await takeRunningOrb(browser, take, isWanted)
  const scenes = SCENES.filter(([scene]) => isWanted(sceneName(scene)))
  if (scenes.length > 0) await takeScenes(browser, scenes, take)
}

interface Wanted {
  readonly screens: readonly Screen[]
  readonly pairing: boolean
  readonly long: readonly Screen[]
  readonly offline: readonly Screen[]
}

/** Those of the sample fleet: with its relay, with names as long as they may be, and then without the relay. */
async function takeSample(browser: Browser, wanted: Wanted, take: Take, look: Look): Promise<void> {
  const isNew = wanted.screens.some(({ name }) => name.startsWith('welcome')) && look !== 'chinese'
  const locale = look === 'chinese' ? 'zh-CN' : 'en'
  const stage = await openSampleStage(browser, { unit: MINUTE, isNew, locale })
  const takeEach = async (screens: readonly Screen[]): Promise<void> => {
    for (const screen of screens) await takeAll(await stage.open(screen), screen.name, look)
  }
  try {
    await takeEach(wanted.screens)
    if (wanted.pairing) await withPairing(browser, stage.relay, take)
    if (wanted.offline.length > 0) await seeBefore(stage)
    if (wanted.long.length > 0) {
      await placeLongNames(stage)
      await takeEach(wanted.long)
    }
    if (wanted.offline.length === 0) return
    await stage.relay.kill()
    await takeEach(wanted.offline)
  } finally {
    await stage.close()
  }
}

/** What can be read later is what was seen, and the snapshots of it are written every few seconds. */
async function seeBefore(stage: SampleStage): Promise<void> {
  for (const { name } of OFFLINE_SCREENS) {
    const page = await stage.open(screenOf(name.replace('offline-', '')))
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.waitForTimeout(4_000)
  }
}

async function takeScenes(browser: Browser, scenes: typeof SCENES, take: Take): Promise<void> {
  const gallery = await openGallery()
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  try {
    await page.goto(gallery.url)
    await page.locator('[data-fired]').waitFor()
    for (const [scene, ready] of scenes) {
      await openScene(page, scene, ready)
      await take(page, sceneName(scene))
    }
  } finally {
    await page.close()
    await gallery.close()
  }
}

/** `approvals/a huge command` → `gallery-approvals-a-huge-command`. */
function sceneName(scene: string): string {
  return 'gallery-' + scene.replaceAll(/[/ ]/g, '-')
}

async function takeAll(page: Page, name: string, look: Look): Promise<void> {
  for (const size of Object.keys(SIZES).map(Number) as Size[]) {
    for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
      await dress(page, size, scheme, look)
      const folder = join(FOLDER, `${size}-${scheme}${look === 'plain' ? '' : '-' + look}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name + '.png'), await takePicture(page))
    }
  }
  console.log(name)
}
