import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openGallery, openScene, type Gallery } from './gallery.ts'
import { launchBrowser } from './stage.ts'

/** The gallery of a development build: components with sample data, under a real pointer, keyboard and scroller. */
let gallery: Gallery
let browser: Browser
let page: Page

beforeAll(async () => {
  gallery = await openGallery()
  browser = await launchBrowser()
  page = await browser.newPage()
  await page.goto(gallery.url)
  await page.locator('[data-fired]').waitFor()
})
afterAll(async () => {
  await browser.close()
  await gallery.close()
})
beforeEach(() => page.setViewportSize({ width: 390, height: 844 }))

const open = (scene: string, ready: string): Promise<void> => openScene(page, scene, ready)

describe('a button to hold', () => {
  const fired = (): Promise<string | null> => page.locator('[data-fired]').getAttribute('data-fired')
  const press = async (): Promise<{ x: number; y: number }> => {
    const box = await page.getByRole('button', { name: 'Hold: allow' }).boundingBox()
    const at = { x: box!.x + box!.width / 2, y: box!.y + box!.height / 2 }
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    return at
  }
  beforeEach(async () => {
    await open('parts', '[data-fired]')
    await page.getByRole('button', { name: 'Hold: allow' }).scrollIntoViewIfNeeded()
  })

  test('fires on release and not before', async () => {
    await press()
    await page.getByRole('button', { name: 'Release: allow' }).waitFor()
    expect(await fired()).toBe('0')
    await page.mouse.up()
    await page.locator('[data-fired="1"]').waitFor()
  })

  test('does nothing after sliding off', async () => {
    const at = await press()
    await page.getByRole('button', { name: 'Release: allow' }).waitFor()
    await page.mouse.move(at.x, at.y - 200)
    await page.mouse.move(at.x, at.y)
    await page.mouse.up()
    expect(await fired()).toBe('0')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  test('asks in a dialog after a tap, and fires on the second press', async () => {
    await page.getByRole('button', { name: 'Hold: allow' }).click()
    await page.getByRole('dialog', { name: 'Allow this?' }).waitFor()
    expect(await fired()).toBe('0')
    await page.getByRole('button', { name: 'Allow once' }).last().click()
    await page.locator('[data-fired="1"]').waitFor()
  })

  test('opens the dialog after a touch, and that touch does not close or confirm it', async () => {
    const touch = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const phone = await touch.newPage()
    await phone.goto(page.url())
    await phone.getByRole('button', { name: 'Hold: allow' }).tap()
    const dialog = phone.getByRole('dialog', { name: 'Allow this?' })
    await dialog.waitFor()
    // The click that a browser makes of the touch has come when the next frame is drawn.
    await phone.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await dialog.isVisible()).toBe(true)
    expect(await phone.locator('[data-fired]').getAttribute('data-fired')).toBe('0')
    await touch.close()
  })

  test('a hold during which it could not be answered does not fire on release, but asks', async () => {
    await press()
    await page.getByRole('button', { name: 'Release: allow' }).waitFor()
    const flip = (): Promise<void> => page.getByRole('button', { name: 'Hold it back' }).dispatchEvent('click')
    await flip()
    await page.getByRole('button', { name: 'Hold: allow', disabled: true }).waitFor()
    await flip()
    await page.mouse.up()
    await page.getByRole('dialog', { name: 'Allow this?' }).waitFor()
    expect(await fired()).toBe('0')
  })

  test('a key is heard after a touch that the browser took for scrolling', async () => {
    await press()
    await page.getByRole('button', { name: 'Hold: allow' }).dispatchEvent('pointercancel')
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await page.getByRole('button', { name: 'Hold: allow' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Allow this?' }).waitFor()
    expect(await fired()).toBe('0')
  })

  test('works by keyboard, where a second Enter alone decides nothing', async () => {
    await page.getByRole('button', { name: 'Hold: allow' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Allow this?' })
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    expect(await fired()).toBe('0')
    const allow = dialog.getByRole('button', { name: 'Allow once' })
    await expect.poll(() => allow.getAttribute('aria-disabled')).toBe(null)
    await allow.focus()
    await page.keyboard.press('Enter')
    await page.locator('[data-fired="1"]').waitFor()
  })
})

describe('a transcript that grows', () => {
  const first = (): Promise<{ id: string; top: number }> =>
    page.evaluate(() => {
      const edge = document.querySelector('.transcript-scroller')!.getBoundingClientRect().top
      const entries = [...document.querySelectorAll<HTMLElement>('[data-entry]')]
      const entry = entries.find((one) => one.getBoundingClientRect().bottom > edge)!
      return { id: entry.dataset['entry']!, top: entry.getBoundingClientRect().top }
    })
  const topOf = (id: string): Promise<number> =>
    page.locator(`[data-entry="${id}"]`).evaluate((entry) => entry.getBoundingClientRect().top)
  const scrollUp = (by: number): Promise<void> =>
    page.evaluate(async (px) => {
      const scroller = document.querySelector('.transcript-scroller')!
      scroller.scrollTop -= px
      // Two frames: what comes into sight gets its real size, and the scroll event has been handled.
      for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    }, by)

  test('follows its end while one is at it', async () => {
    await open('thread/stream', '[data-entry]')
    const newest = page.locator('[data-entry]').last()
    const id = await newest.getAttribute('data-entry')
    await page.locator(`[data-entry="${id}"] ~ [data-entry]`).first().waitFor()
    expect(await page.evaluate(() => document.querySelector('.transcript-scroller')!.scrollTop)).toBe(0)
    expect(await page.locator('.transcript-new').count()).toBe(0)
  })

  test('leaves what is read in its place, counts what is new, and goes there on request', async () => {
    await open('thread/stream', '[data-entry]')
    await scrollUp(400)
    const before = await first()
    await page.getByRole('button', { name: /^[2-9] new$/ }).waitFor()
    expect(Math.abs((await topOf(before.id)) - before.top)).toBeLessThanOrEqual(2)
    await page.getByRole('button', { name: /new$/ }).click()
    await page.locator('.transcript-new').waitFor({ state: 'detached' })
  })

  test('takes in older entries without moving what is read', async () => {
    await open('thread/stream', '[data-entry]')
    await scrollUp(100_000)
    const before = await first()
    await page.locator('[data-entry^="older"]').first().waitFor()
    // Rows are made over some frames.
    await scrollUp(0)
    await scrollUp(0)
    expect(Math.abs((await topOf(before.id)) - before.top)).toBeLessThanOrEqual(2)
  })
})

test('a markup bomb of the agent stays text', async () => {
  await open('thread', '.markdown')
  await page.locator('.transcript-scroller').evaluate((scroller) => scroller.scrollTo({ top: -100_000 }))
  await page.getByText("<script>alert('inert')</script>").waitFor()
  expect(await page.locator('.transcript script, .transcript img, .transcript iframe').count()).toBe(0)
})

test('what may not fit the dock is not decided there', async () => {
  await open('thread/dock', '.dock')
  const dock = page.locator('.dock')
  await dock.getByRole('button', { name: 'Review' }).waitFor()
  expect(await dock.getByRole('button', { name: /allow/i }).count()).toBe(0)
})

test('both sides of a change are coloured by their language', async () => {
  await open('approvals/a change', '.diff-remove')
  for (const side of ['.diff-remove', '.diff-add']) await page.locator(`${side} .hl-keyword`).first().waitFor()
})

test('a queued message is dragged to another place by its grip, which is said', async () => {
  await open('thread', '.queue-item')
  const texts = (): Promise<string[]> => page.locator('.queue-text').allTextContents()
  const before = await texts()
  await page.locator('.queue-row').last().scrollIntoViewIfNeeded()
  const isAtRest = (): Promise<boolean> =>
    page
      .locator('.queue-row')
      .evaluateAll((rows) => rows.every((row) => row.getAnimations({ subtree: true }).length === 0))
  const drag = async (): Promise<void> => {
    await expect.poll(isAtRest).toBe(true)
    // Near an edge a drag scrolls the list, so the places are looked for each time.
    const first = await page.locator('.queue-grip').first().boundingBox()
    const last = await page.locator('.queue-row').last().boundingBox()
    const x = first!.x + first!.width / 2
    await page.mouse.move(x, first!.y + first!.height / 2)
    await page.mouse.down()
    await page.mouse.move(x, last!.y + last!.height, { steps: 4 })
    await page.locator('.queue-dragged').waitFor()
  }
  await drag()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  expect(await texts()).toEqual(before)
  await drag()
  await page.mouse.up()
  await page.getByRole('status').getByText('Moved to place 2 of 2').waitFor({ state: 'attached' })
  expect(await texts()).toEqual(before.toReversed())
})

test('answers wait a moment after a card has appeared', async () => {
  await open('approvals/a short command', '.approval')
  const allow = page.getByRole('button', { name: 'Allow once' })
  // Another name is another card under the same finger: disabled at the very moment of the change.
  const atOnce = await page.evaluate(
    () =>
      new Promise<string | null>((done) => {
        const watcher = new MutationObserver(() => {
          const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Allow once')
          if (button === undefined || document.querySelector('.diff') === null) return
          watcher.disconnect()
          done(button.getAttribute('aria-disabled'))
        })
        watcher.observe(document.body, { childList: true, subtree: true })
        location.hash = '#approvals/a change'
      }),
  )
  expect(atOnce).toBe('true')
  await expect.poll(() => allow.getAttribute('aria-disabled'), { interval: 20 }).toBe(null)
  await allow.click()
  await page.getByRole('button', { name: 'Allowed, on its way' }).waitFor()
})

/** In the page: buttons so narrow that their letters stand one below the other. */
function stacked(): string[] {
  return [...document.querySelectorAll('.button')]
    .filter((button) => {
      const { width, height } = button.getBoundingClientRect()
      return button.textContent !== '' && height > 1.5 * width
    })
    .map((button) => button.outerHTML.slice(0, 120))
}

test.each([
  [390, 844],
  [820, 1180],
  [1440, 900],
])('nothing is wider than a screen of %i px, whatever agents write', async (width, height) => {
  await page.setViewportSize({ width, height })
  for (const [scene, ready] of [
    ['fleet', '.orb-row'],
    ['fleet/held', '.update-bar'],
    ['thread', '.markdown'],
    ['approvals', '.approval'],
    ['trust', '.trust'],
    ['settings/devices', '.settings-body .settings-row'],
    ['settings/people', '.settings-body .settings-row'],
    ['settings/match', '.match'],
    ['settings/open', '.qr'],
    ['settings/enrolled', '.code'],
  ] as const) {
    await open(scene, ready)
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('body, body *')]
        .filter((element) => {
          const style = getComputedStyle(element)
          return (
            style.overflowX === 'visible' &&
            element.clientWidth > 0 &&
            element.getBoundingClientRect().right > innerWidth + 1
          )
        })
        .map((element) => element.className),
    )
    expect(wide, scene).toEqual([])
    expect(await page.evaluate(stacked), scene).toEqual([])
  }
})
