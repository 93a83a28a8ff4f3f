// Draws the PNG icons from icons/mark.svg with Chromium. Run after a change of the drawing; what it writes is committed.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from './lib/find-chromium.mjs'
import { root } from './lib/root.mjs'

/** Every PNG has the ground of the light theme: launchers put transparent icons on any colour. */
const paper = '#fcfcfa'

/** `scale` is the drawing's share of the icon. A maskable one is cut to any shape outside its middle 80 %. */
const icons = [
  { file: 'icon-192.png', size: 192, scale: 0.92 },
  { file: 'icon-512.png', size: 512, scale: 0.92 },
  { file: 'icon-maskable-512.png', size: 512, scale: 0.72 },
  { file: 'apple-touch-icon.png', size: 180, scale: 0.82 },
]

const executablePath = findChromium()
if (executablePath === null) throw new Error('Needs Chromium: run `npm run setup:test` first.')

const drawing = Buffer.from(await readFile(join(root, 'icons/mark.svg'))).toString('base64')
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  const page = await browser.newPage({ colorScheme: 'light' })
  for (const { file, size, scale } of icons) {
    const side = size * scale
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${paper}">` +
        `<img width="${side}" height="${side}" src="data:image/svg+xml;base64,${drawing}">`,
    )
    await page.locator('img').evaluate((/** @type {any} */ image) => image.decode())
    await page.screenshot({ path: join(root, 'icons', file) })
    console.log(`icons/${file}`)
  }
} finally {
  await browser.close()
}
