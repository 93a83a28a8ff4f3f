import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext } from 'playwright-core'
import { openStage } from '../../browser/stage.ts'
import { figure, type Figure } from '../figures.ts'
import { PHONE, slowDown } from './phone.ts'

/** From an address to a fleet that can be read, on an installed phone: with its relay, and without; against a bare page. */
export async function coldStart(browser: Browser, rounds: number): Promise<Figure[]> {
  const stage = await openStage(browser)
  const bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><ul><li class="orb-row">web-project</ul>')
  })
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve))
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`
  const [online, offline, peer]: number[][] = [[], [], []]
  try {
    const { context, page } = await stage.device({ ...PHONE, worker: true })
    await page.goto(stage.relay.url)
    await page.locator('.orb-row').first().waitFor()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    // The snapshot of the fleet is written a few seconds after it has changed.
    await page.waitForTimeout(5_000)
    await page.close()
    for (let round = 0; round < rounds; round += 1) {
      online?.push(await readable(context, stage.relay.url))
      peer?.push(await readable(context, bareUrl))
    }
    await stage.relay.kill()
    for (let round = 0; round < rounds; round += 1) offline?.push(await readable(context, stage.relay.url))
    await stage.relay.restart()
  } finally {
    bare.close()
    await stage.close()
  }
  const about = { unit: 'ms', better: 'less', against: 'a bare page with one list item', peer: peer ?? [] } as const
  return [
    figure({ ...about, name: 'cold start to a readable fleet, online', ours: online ?? [] }),
    figure({ ...about, name: 'cold start to a readable fleet, offline', ours: offline ?? [] }),
  ]
}

/** Milliseconds from the navigation to the frame after the first row is there. */
async function readable(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  const took = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = (): void => {
          if (document.querySelector('.orb-row') === null) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now()))
        }
        look()
      }),
  )
  await page.close()
  return took
}
