import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { root } from '../../scripts/lib/root.mjs'
import { FIRST_RUN, takeFirstRun, type Take } from './first-run.ts'
import { openGallery, openScene } from '../browser/gallery.ts'
import { RUNNING_ORB, takeRunningOrb } from './running-orb.ts'
import { openSampleStage } from './sample-stage.ts'
import { OFFLINE_SCREENS, SCENES, screenOf, SCREENS, type Screen } from './screens.ts'
import { dress, SIZES, takePicture, type Scheme, type Size } from './take.ts'

/** Where they go: a folder that git does not see. */
const FOLDER = join(root, 'screenshots')

/** By which the sample's ages are counted. */
const MINUTE = 60_000

/** Takes every screen, or those whose names contain one of `only`, in each size and both schemes. */
export async function takeScreens(browser: Browser, only: readonly string[]): Promise<void> {
  const isWanted = (name: string): boolean => only.length === 0 || only.some((part) => name.includes(part))
  await takeSample(browser, (screen) => isWanted(screen.name))
  const take: Take = async (page, name) => (isWanted(name) ? takeAll(page, name) : undefined)
  if (FIRST_RUN.some(isWanted)) await takeFirstRun(browser, take)
  if (RUNNING_ORB.some(isWanted)) await takeRunningOrb(browser, take)
  const scenes = SCENES.filter(([scene]) => isWanted(sceneName(scene)))
  if (scenes.length > 0) await takeScenes(browser, scenes)
}

/** Those of the sample fleet: with its relay, and then without. */
async function takeSample(browser: Browser, isWanted: (screen: Screen) => boolean): Promise<void> {
  const [online, offline] = [SCREENS.filter(isWanted), OFFLINE_SCREENS.filter(isWanted)]
  if (online.length + offline.length === 0) return
  const stage = await openSampleStage(browser, { unit: MINUTE, isNew: true })
  try {
    for (const screen of online) await takeAll(await stage.open(screen), screen.name)
    if (offline.length === 0) return
    // What can be read later is what was seen, and the snapshots of it are written every few seconds.
    for (const { name } of OFFLINE_SCREENS) {
      const page = await stage.open(screenOf(name.replace('offline-', '')))
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.waitForTimeout(4_000)
    }
    await stage.relay.kill()
    for (const screen of offline) await takeAll(await stage.open(screen), screen.name)
  } finally {
    await stage.close()
  }
}

async function takeScenes(browser: Browser, scenes: typeof SCENES): Promise<void> {
  const gallery = await openGallery()
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  try {
    await page.goto(gallery.url)
    await page.locator('[data-fired]').waitFor()
    for (const [scene, ready] of scenes) {
      await openScene(page, scene, ready)
      await takeAll(page, sceneName(scene))
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

async function takeAll(page: Page, name: string): Promise<void> {
  for (const size of Object.keys(SIZES).map(Number) as Size[]) {
    for (const scheme of ['light', 'dark'] satisfies Scheme[]) {
      await dress(page, size, scheme)
      const folder = join(FOLDER, `${size}-${scheme}`)
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, name + '.png'), await takePicture(page))
    }
  }
  console.log(name)
}
