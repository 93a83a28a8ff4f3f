// Draws the other icons from icons/mark.svg, the PNG ones with Chromium. Run after a change of the drawing; what it
// writes is committed.
import { readFile, writeFile } from 'node:fs/promises'
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

/** The mark with a count of what waits, for a tab: a number from 1 to 9, and beyond that only that there are more. */
const counts = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'more']

/** In the colours of what waits, light and dark, from the token file. */
const badge = (/** @type {string} */ count) => `
  <style>
    .waits {
      color: #c97c12;
    }
    @media (prefers-color-scheme: dark) {
      .waits {
        color: #f9b536;
      }
    }
  </style>
  <circle class="waits" cx="342" cy="170" r="170" fill="currentColor" />
  <text
    x="342"
    y="${count === 'more' ? 238 : 262}"
    fill="#12161f"
    font-family="system-ui, sans-serif"
    font-size="${count === 'more' ? 190 : 260}"
    font-weight="700"
    text-anchor="middle"
  >
    ${count === 'more' ? '9+' : count}
  </text>
</svg>
`

const mark = await readFile(join(root, 'icons/mark.svg'), 'utf8')
for (const count of counts) {
  await writeFile(join(root, `icons/waiting-${count}.svg`), mark.replace(/\n<\/svg>\s*$/, badge(count)))
  console.log(`icons/waiting-${count}.svg`)
}

const executablePath = findChromium()
if (executablePath === null) throw new Error('Needs Chromium: run `npm run setup:test` first.')

const drawing = Buffer.from(mark).toString('base64')
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
