import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { prompt, said, sharedStage } from './stage.ts'

/*
 * The main screens on a phone in languages that nobody wrote: one in which every word of ours is in brackets and much
 * longer, and the same from right to left.
 */

const shared = sharedStage()
let page: Page
let screens: readonly string[]

const [NARROW, WIDE] = [320, 390]

beforeAll(async () => {
  page = (await shared.stage.device({ width: WIDE, height: 844 })).page
  await prompt(
    page,
    '@say Look at `npm run build` now.\n@nopermit\n@run echo one\n@write a/long.txt :: new\\n\n@permit\n@run rm -rf gone',
  )
  await said(page, 'npm run build').waitFor()
  const thread = new URL(page.url()).pathname
  await page.goto(shared.stage.relay.url + '/inbox')
  await page.locator('.inbox-entry').first().waitFor()
  const approval = await page.evaluate(async () => {
    const inbox = (await (await fetch('/api/approvals')).json()) as { approvals: { request: { approvalId: string } }[] }
    return inbox.approvals[0]?.request.approvalId ?? ''
  })
  const orb = thread.split('/t/')[0] ?? ''
  screens = ['/', '/inbox', thread, '/a/' + approval]
  if (process.env['PERIGEE_LONG'] === undefined) return
  screens = [
    ...screens,
    '/new',
    '/search#now',
    orb + '/files',
    orb + '/sessions',
    '/settings',
    ...[
      'device',
      'appearance',
      'connection',
      'storage',
      'about',
      'devices',
      'add-device',
      'people',
      'orbs',
      'security',
    ].map((section) => '/settings/' + section),
  ]
})

/** Texts of people, agents and machines, which are the same in every language. */
const CONTENT =
  /Perigee|web-project|Ada|Chrome on Linux|First browser|MIT|ISC|BSD-3-Clause|Apache-2\.0|CC0-1\.0|Look at|now\.|English|简体中文|localhost|\b[0-9a-f]{8,}\b/g

test('every main screen speaks in words alone, fits a phone, and is mirrored but for what machines write', async () => {
  const left = await readAll('en-XA')
  const right = await readAll('en-XB')
  for (const [at, screen] of screens.entries()) {
    const [one, other] = [left[at], right[at]]
    expect.soft({ screen, stray: one?.stray, wide: one?.wide }).toEqual({ screen, stray: [], wide: [] })
    expect.soft({ screen, small: one?.small, twice: one?.twice }).toEqual({ screen, small: [], twice: [] })
    expect.soft({ screen, wide: other?.wide, turned: other?.turned }).toEqual({ screen, wide: [], turned: [] })
    expect.soft({ screen, edges: one?.edges.length }).not.toEqual({ screen, edges: 0 })
    expect.soft({ screen, unlike: unlike(one?.edges ?? [], other?.edges ?? []) }).toEqual({ screen, unlike: [] })
  }
})

test('a language is chosen in the settings, seen at once without a reload, and kept', async () => {
  await page.evaluate(() => localStorage.removeItem('perigee:language'))
  await page.goto(shared.stage.relay.url + '/settings/appearance')
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

/** What is seen of a screen. */
interface Seen {
  /** Texts of ours that are in no brackets. */
  readonly stray: readonly string[]
  /** What lies beyond an edge, on either width. */
  readonly wide: readonly string[]
  /** What is pressed, and offers a finger less than 44 px. */
  readonly small: readonly string[]
  /** Headings that say the same. */
  readonly twice: readonly string[]
  /** What machines write and does not read from the left. */
  readonly turned: readonly string[]
  readonly edges: readonly Edges[]
}

/** Where a control or a heading begins and ends, in px from the left. */
interface Edges {
  readonly what: string
  readonly from: number
  readonly to: number
}

/** Every screen in a language, loaded by its address. */
async function readAll(language: string): Promise<Seen[]> {
  await page.evaluate((value) => localStorage.setItem('perigee:language', value), language)
  await page.goto(shared.stage.relay.url)
  await page.locator('.orb-row').first().waitFor()
  expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'en-XB' ? 'rtl' : 'ltr')
  const all: Seen[] = []
  for (const path of screens) {
    await page.goto(shared.stage.relay.url + path)
    await page.waitForFunction(isDrawn)
    const { texts, wide } = await page.evaluate(look)
    const { small, twice } = await page.evaluate(touch)
    const edges = await restingEdges()
    const turned = await page.evaluate(turnedOf)
    await page.setViewportSize({ width: NARROW, height: 844 })
    const narrow = await page.evaluate(look)
    await page.setViewportSize({ width: WIDE, height: 844 })
    all.push({ stray: texts.filter(isStray), wide: [...wide, ...narrow.wide], small, twice, turned, edges })
  }
  return all
}

/** Where things are once nothing comes any more that moves them. */
async function restingEdges(): Promise<Edges[]> {
  let edges: Edges[] = []
  const isSame = async (): Promise<boolean> => {
    const before = JSON.stringify(edges)
    edges = await page.evaluate(edgesOf)
    return JSON.stringify(edges) === before
  }
  await expect.poll(isSame, { interval: 250 }).toBe(true)
  return edges
}

/** In the page: drawn, with all that it fetches, and connected. */
function isDrawn(): boolean {
  return (
    document.querySelector('h1') !== null &&
    document.querySelector('.skeleton, [aria-busy=true], .lucide-unplug, .lucide-wifi-off') === null
  )
}

/** What does not stand where a mirror would show it; a pixel or two come from rounding. */
function unlike(left: readonly Edges[], right: readonly Edges[]): string[] {
  return left.flatMap(({ what, from, to }, index) => {
    const other = right[index] ?? { from: NaN, to: NaN }
    const isMirrored = Math.abs(WIDE - other.to - from) <= 2 && Math.abs(WIDE - other.from - to) <= 2
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
  /** Said by people, agents and machines. */
  const spoken = '.tool-title, .tool-glimpse, .orb-row-asked, .workspace-name, .workspace-problem'
  const content = `code, pre, time, .code, .settings-hash, .diff-path, .diff-text, ${spoken}, [dir=auto]`
  const texts: string[] = []
  const wide: string[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('noscript') !== null) continue
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 1 && (left < -1 || right > innerWidth + 1)) wide.push(element.outerHTML.slice(0, 160))
    if (element.closest(content) !== null) continue
    // A change is called by its path.
    const named = element.matches('section.diff') ? [] : ['aria-label', 'title', 'placeholder', 'alt']
    for (const name of named) texts.push(element.getAttribute(name) ?? '')
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
    texts.push(own.map((node) => node.textContent ?? '').join(''))
  }
  if (document.documentElement.scrollWidth > innerWidth) wide.push('the page scrolls sideways')
  return { texts: texts.filter((text) => text.trim() !== ''), wide }
}

/** In the page: what a finger would miss, and headings that are said twice. */
function touch(): { small: string[]; twice: string[] } {
  const least = 44
  const small = [...document.querySelectorAll('button, summary, select, textarea, input, a[href], [role=radio]')]
    .map((element) => element.closest('label') ?? element)
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      // A link in a sentence is as high as its line; beside the lines of a change a keyboard comments.
      const isText = getComputedStyle(element).display === 'inline' || element.closest('.diff-rows, .skip') !== null
      // One that is drawn small in a line of facts may reach further than it shows.
      const isWidened = getComputedStyle(element, '::after').position === 'absolute'
      return !isText && !isWidened && width > 1 && element.checkVisibility() && Math.min(width, height) < least
    })
    .map((element) => element.outerHTML.slice(0, 120))
  const headings = [...document.querySelectorAll('h1, h2, h3')]
    .filter((heading) => heading.checkVisibility())
    .map((heading) => heading.textContent)
  return { small, twice: headings.filter((text, at) => headings.indexOf(text) !== at) }
}

/** In the page: its controls and headings, but for those in code, which is not mirrored. */
function edgesOf(): Edges[] {
  return [...document.querySelectorAll('h1, h2, button, .icon')]
    .filter((element) => element.checkVisibility() && element.closest('.diff-rows') === null)
    .map((element) => {
      const { left, right } = element.getBoundingClientRect()
      const what = element.tagName + ' ' + element.getAttribute('class')
      return { what, from: Math.round(left), to: Math.round(right) }
    })
}

/** In the page: commands, paths and code that do not read from the left. */
function turnedOf(): string[] {
  return [...document.querySelectorAll('code, pre, .code-line, .diff-rows, .tool-exact, .settings-hash')]
    .filter((element) => getComputedStyle(element).direction !== 'ltr')
    .map((element) => element.outerHTML.slice(0, 160))
}
