import type { Page } from 'playwright-core'

/** The size of the phones that most people hold, in CSS pixels. */
export const PHONE = { width: 390, height: 844 }

/** A phone in the middle of the field is about so many times slower than the machine that this runs on. */
const SLOWER = 4

/** Slows the processor of a page down to a phone's. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
}

/** Megabytes that the page's scripts hold after a collection. */
export async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}
