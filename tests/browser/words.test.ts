import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openStage, prompt, said, type Stage } from './stage.ts'

/*
 * The main screens on a phone in languages that nobody wrote: one in which every word of ours is in brackets and a third
 * longer, and the same from right to left.
 */

let browser: Browser
let stage: Stage
let page: Page
let screens: readonly string[]

beforeAll(async () => {
  browser = await launchBrowser()
  stage = await openStage(browser)
  page = (await stage.device({ width: WIDTH, height: 844 })).page
  await prompt(
    page,
    '@say Look at `npm run build` now.\n@nopermit\n@run echo one\n@write a/long.txt :: new\\n\n@permit\n@run rm -rf gone',
  )
  await said(page, 'npm run build').waitFor()
  const thread = new URL(page.url()).pathname
  await page.goto(stage.relay.url)
  const question = page.locator('a[href^="/a/"]').first()
  await question.waitFor()
  const approval = String(await question.getAttribute('href'))
  screens = [
    '/',
    thread,
    approval,
    ...['device', 'devices', 'people', 'orbs', 'security'].map((at) => '/settings/' + at),
  ]
})
afterAll(async () => {
  await stage.close()
  await browser.close()
})

const WIDTH = 390
/** Where the language is chosen. */
const APPEARANCE = '/settings/device'

/** Texts of people, agents and machines, which are the same in every language. */
const CONTENT =
  /Perigee|web-project|Ada|Owner's \w+|Chrome on Linux|Look at|now\.|[a-z-]+\/?\S*\.(?:txt|ts|js|md|json)\b|npm run build|\bperigee \w+( \w+)?|\b[0-9a-f]{8,}\b|localhost|\d+ [A-Z][a-z]+ 20\d\d(?: at)?|\bKi?B\b/g

test('every main screen speaks in words alone, fits a phone, and is mirrored but for what machines write', async () => {
  for (const screen of screens) {
    const left = await seen('en-XA', screen)
    const right = await seen('en-XB', screen)
    expect.soft({ screen, ...left.faults }).toEqual({ screen, stray: [], wide: [] })
    expect.soft({ screen, ...right.faults }).toEqual({ screen, stray: [], wide: [] })
    expect(right.direction).toBe('rtl')
    expect(left.edges.length).toBeGreaterThan(2)
    expect.soft({ screen, unlike: unlike(left.edges, right.edges) }).toEqual({ screen, unlike: [] })
    expect.soft({ screen, turned: await page.evaluate(turned) }).toEqual({ screen, turned: [] })
  }
})

test('a language is chosen in the settings, seen at once without a reload, and kept', async () => {
  await page.evaluate(() => localStorage.removeItem('perigee:language'))
  await page.goto(stage.relay.url + APPEARANCE)
  const chinese = page.getByRole('radio', { name: '简体中文' })
  const shown = (lang: string, legend: string): Promise<void> =>
    page.locator(`html[lang=${lang}]`).getByText(legend, { exact: true }).waitFor()
  await page.evaluate(() => document.body.classList.add('first-load'))
  await shown('en', 'Language')
  await chinese.check()
  await shown('zh-Hans', '语言')
  expect(await chinese.evaluate((radio) => radio === document.activeElement)).toBe(true)
  expect(await page.locator('body.first-load').count()).toBe(1)
  await page.reload()
  await shown('zh-Hans', '语言')
  await page.getByRole('radio', { name: 'English' }).check()
  await shown('en', 'Language')
})

/** A screen in a language. */
async function seen(language: string, path: string): Promise<Seen> {
  await page.evaluate((value) => localStorage.setItem('perigee:language', value), language)
  await page.goto(stage.relay.url + path)
  // Drawn, and connected: a page says for a moment that it is not.
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.skeleton, [aria-busy=true], .status-line-bad, .lucide-unplug') === null,
  )
  return {
    direction: await page.evaluate(() => document.documentElement.dir),
    edges: await page.evaluate(edges),
    faults: await page.evaluate(look).then(({ texts, wide }) => ({ stray: texts.filter(isStray), wide })),
  }
}

interface Seen {
  readonly direction: string
  readonly edges: readonly Edges[]
  readonly faults: { readonly stray: readonly string[]; readonly wide: readonly string[] }
}

/** Where a control or a heading begins and ends, in px from the left. */
interface Edges {
  readonly what: string
  readonly from: number
  readonly to: number
}

/** What does not stand where a mirror would show it; a pixel or two come from rounding. */
function unlike(left: readonly Edges[], right: readonly Edges[]): string[] {
  return left.flatMap(({ what, from, to }, index) => {
    const other = right[index] ?? { from: NaN, to: NaN }
    const isMirrored = Math.abs(WIDTH - other.to - from) <= 2 && Math.abs(WIDTH - other.from - to) <= 2
    return isMirrored ? [] : [`${what} is at ${from} to ${to}, and mirrored at ${other.from} to ${other.to}`]
  })
}

/** True where letters are left besides words in brackets and content. */
function isStray(text: string): boolean {
  let rest = text
  for (let before = ''; before !== rest;) [before, rest] = [rest, rest.replace(/\[[^[\]]*\]/g, '')]
  return /\p{L}{2}/u.test(rest.replace(CONTENT, ''))
}

/** In the page: every text that is seen or heard, and what lies beyond the edge of the screen. */
function look(): { texts: string[]; wide: string[] } {
  const texts: string[] = []
  const wide: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('noscript') !== null) continue
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(element.getAttribute(name) ?? '')
    if (element.closest('code, pre, .code, .tool-exact, .orb-row-asked, .markdown, [lang], .own-text') !== null)
      continue
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    texts.push(own.map((node) => node.textContent ?? '').join(''))
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 1 && (left < -1 || right > innerWidth + 1)) wide.push(element.outerHTML.slice(0, 120))
  }
  if (document.documentElement.scrollWidth > innerWidth) wide.push('the page scrolls sideways')
  return { texts: texts.filter((text) => text.trim() !== ''), wide }
}

/** In the page: its controls and headings. */
function edges(): Edges[] {
  return [...document.querySelectorAll('h1, h2, button, .icon')]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const { left, right } = element.getBoundingClientRect()
      return {
        what: element.tagName + ' ' + element.getAttribute('class'),
        from: Math.round(left),
        to: Math.round(right),
      }
    })
}

/** In the page: commands, paths and code that do not read from the left. */
function turned(): string[] {
  return [
    ...document.querySelectorAll('code, pre, .code-line, .diff-rows, .tool-exact, .orb-row-asked, .settings-hash'),
  ]
    .filter((element) => getComputedStyle(element).direction !== 'ltr')
    .map((element) => element.outerHTML.slice(0, 120))
}
