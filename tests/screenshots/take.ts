import type { Page, PageScreenshotOptions } from 'playwright-core'

/** How wide and high the screens are, in CSS pixels: a phone, a tablet, a desktop. */
export const SIZES = {
  390: { width: 390, height: 844 },
  820: { width: 820, height: 1180 },
  1440: { width: 1440, height: 900 },
} as const

/** A width of {@link SIZES}. */
export type Size = keyof typeof SIZES

/** What a system asks for. */
export type Scheme = 'light' | 'dark'

/** What somebody needs beside it, or chose. */
export const LOOKS = ['plain', 'large', 'contrast', 'forced', 'chinese'] as const
export type Look = (typeof LOOKS)[number]

/** Sets a page's size and colours. */
export async function dress(page: Page, size: Size, scheme: Scheme, look: Look = 'plain'): Promise<void> {
  // Text twice as large is hardest on the narrowest phone.
  await page.setViewportSize(look === 'large' && size === 390 ? { width: 320, height: 640 } : SIZES[size])
  const forcedColors = look === 'forced' ? 'active' : 'none'
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce', forcedColors })
  await page.evaluate((chosen) => {
    const { dataset } = document.documentElement
    if (chosen === 'large') dataset['text'] = '200'
    if (chosen === 'contrast') dataset['contrast'] = 'more'
  }, look)
}

/** A picture for people: a third of the size of a PNG, and no eye sees a difference. */
export const LIGHT = { type: 'webp', quality: 80 } as const

/** Two pictures that look alike are so far apart, in ms: longer than anything on screen that moves by itself waits. */
const STILL_MS = 120
/** Pictures that are taken at most, before one is good as it is. */
const MOST = 25

/** A picture of a page, once it has come to rest. */
export async function takePicture(page: Page, options: PageScreenshotOptions = {}): Promise<Buffer> {
  // The gallery shows one for good.
  await page.waitForFunction(() => document.querySelector('.skeleton:not(.gallery-parts *)') === null)
  const take = (): Promise<Buffer> => page.screenshot({ animations: 'disabled', caret: 'hide', ...options })
  let picture = await take()
  for (let taken = 1; taken < MOST; taken += 1) {
    await page.waitForTimeout(STILL_MS)
    const next = await take()
    if (next.equals(picture)) return next
    picture = next
  }
  return picture
}
