import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, preview } from 'vite'
import { root } from '../../scripts/lib/root.mjs'

/** The gallery of a development build, served on loopback. */
export interface Gallery {
  /** Its address, without a scene. */
  readonly url: string
  close(): Promise<void>
}

/** Builds the gallery into a folder of its own, and serves it. */
export async function openGallery(): Promise<Gallery> {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-gallery-'))
  const quiet = { configFile: join(root, 'vite.config.ts'), mode: 'development', logLevel: 'error' } as const
  // Without a word Vite builds for production, whatever the mode.
  process.env['NODE_ENV'] ??= 'development'
  // Not a production build, or the gallery would not be in it.
  await build({ ...quiet, build: { outDir: folder, emptyOutDir: true, minify: false, sourcemap: false } })
  const server = await preview({ ...quiet, build: { outDir: folder }, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: `${String(server.resolvedUrls?.local[0])}gallery`,
    async close() {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Opens a scene afresh, by way of none. The page is on the gallery. */
export async function openScene(page: Page, scene: string, ready: string): Promise<void> {
  await page.evaluate(() => (location.hash = '#none'))
  await page.locator('[data-fired]').waitFor()
  await page.evaluate((name) => (location.hash = '#' + name), scene)
  if (scene !== 'parts') await page.locator('[data-fired]').waitFor({ state: 'detached' })
  await page.locator(ready).first().waitFor()
}
