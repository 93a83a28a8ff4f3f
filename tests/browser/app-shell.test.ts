import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, appendFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { updateWords } from '../../client/platform/update-words.ts'
import { firstLoad } from '../../scripts/lib/first-load.mjs'
import { launchBrowser } from './stage.ts'

/**
 * The shell and its service worker, without a relay: the built app from a plain file server whose
 * files a test may change, as a new release would. One browser goes through all of it.
 */
const built = join(import.meta.dirname, '../../dist/client')
const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
}

const ManifestPictures = z.object({
  screenshots: z.array(z.object({ src: z.string(), sizes: z.string(), form_factor: z.string() })),
})

let browser: Browser
let context: BrowserContext
let page: Page
let folder: string
let server: Server
let origin: string
let requested: string[]

beforeAll(async () => {
  browser = await launchBrowser({ whole: true })
  folder = mkdtempSync(join(tmpdir(), 'perigee-shell-'))
  cpSync(built, folder, { recursive: true })
  requested = []
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    requested.push(path)
    if (path.startsWith('/api/') || path.startsWith('/auth/')) return response.end('from the network')
    const file = join(folder, path)
    const found = statSync(file, { throwIfNoEntry: false })?.isFile() === true ? file : join(folder, 'index.html')
    const headers = { 'content-type': types[extname(found)] ?? 'application/octet-stream', 'cache-control': 'no-cache' }
    return response.writeHead(200, headers).end(readFileSync(found))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  context = await browser.newContext()
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await stopServer()
  rmSync(folder, { recursive: true })
})

async function stopServer(): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** Opens the app and waits until its worker is active and answers for the page. */
async function openWithWorker(on: Page = page): Promise<void> {
  await on.goto(origin)
  await on.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null
  })
}

test('what relay or proxy answers is never answered with the shell', async () => {
  await openWithWorker()
  requested.length = 0
  await page.goto(`${origin}/auth/sign-in`)
  expect(await page.textContent('body')).toBe('from the network')
  await page.goto(`${origin}/api/blobs/1`)
  expect(await page.textContent('body')).toBe('from the network')
  expect(requested).toEqual(expect.arrayContaining(['/auth/sign-in', '/api/blobs/1']))
})

test('a new version waits until it is taken', async () => {
  await openWithWorker()
  appendFileSync(join(folder, 'sw.js'), '\n// a later release\n')
  const states = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const next = registration.installing ?? registration.waiting
    if (next === null) throw new Error('no new worker was found')
    while (next.state === 'installing') await new Promise((resolve) => next.addEventListener('statechange', resolve))
    const before = { state: next.state, isController: navigator.serviceWorker.controller === next }
    const taken = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
    next.postMessage({ type: 'SKIP_WAITING' })
    await taken
    return { before, isController: registration.active === next }
  })
  expect(states).toEqual({ before: { state: 'installed', isController: false }, isController: true })
})

test('a version that is taken reloads the page once, though the browser keeps silent about the change', async () => {
  const phone = await (await browser.newContext()).newPage()
  // Installed apps on iOS do not always tell that another worker has taken over.
  await phone.addInitScript(() => {
    const listen = navigator.serviceWorker.addEventListener.bind(navigator.serviceWorker)
    navigator.serviceWorker.addEventListener = (name: string, ...rest: [never]) => {
      if (name !== 'controllerchange') listen(name, ...rest)
    }
  })
  await openWithWorker(phone)
  let loads = 0
  phone.on('load', () => (loads += 1))
  appendFileSync(join(folder, 'sw.js'), '\n// a later release\n')
  await phone.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await phone.getByText(updateWords.ready).waitFor()
  expect(loads).toBe(0)
  const loaded = phone.waitForEvent('load')
  await phone.getByRole('button', { name: updateWords.reload }).click()
  await loaded
  expect(await phone.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBe(null)
  expect(loads).toBe(1)
})

test('before any script of the app the page has its ground, in the theme that was chosen', async () => {
  const fresh = await (await browser.newContext()).newPage()
  await fresh.addInitScript(() => localStorage.setItem('perigee:theme', 'black'))
  await fresh.route('**/assets/*.js', (route) => route.abort())
  await fresh.goto(origin)
  await fresh.getByRole('heading', { name: 'Perigee' }).waitFor()
  expect(await fresh.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('oklch(0 0 0)')
})

test('the first screen comes without what reads transcripts, follows documents or checks signatures', async () => {
  const { sources } = await firstLoad(built)
  const later = ['marked', 'diff', 'jsqr', 'yjs', '@noble', '@scure'].map((name) => `node_modules/${name}/`)
  later.push('client/transcripts/', 'client/threads/', 'client/approvals/approval-card', 'client/devices/scan/')
  expect(sources.filter((source) => later.some((part) => source.includes(part)))).toEqual([])
  expect(sources.some((source) => source.includes('client/fleet/'))).toBe(true)
})

test('a browser finds the app installable', async () => {
  await openWithWorker()
  const session = await context.newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '{}')).toMatchObject({
    id: '/',
    display: 'standalone',
    scope: '/',
    shortcuts: [{ url: '/inbox' }, { url: '/new' }, { url: '/?stop=all' }],
    share_target: { action: '/share', method: 'POST' },
  })
  const { screenshots } = ManifestPictures.parse(JSON.parse(data ?? '{}'))
  expect(new Set(screenshots.map((one) => one.form_factor))).toEqual(new Set(['narrow', 'wide']))
  for (const { src, sizes } of screenshots) {
    const real = await page.evaluate(async (path) => {
      const { width, height } = await createImageBitmap(await (await fetch(path)).blob())
      return `${width}x${height}`
    }, src)
    expect(real).toBe(sizes)
    // A system shows them once, before the app is there: a worker would keep them for nothing.
    expect(await page.evaluate(async (path) => (await caches.match(path)) === undefined, src)).toBe(true)
  }
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A browser context of a test is a private window, where nothing can be installed.
  expect(installabilityErrors.filter((error) => error.errorId !== 'in-incognito')).toEqual([])
})

// The last one: there is no server after it.
test('the app opens without a network, at any address of its own', async () => {
  await openWithWorker()
  await stopServer()
  await page.goto(`${origin}/orbs/an-orb?thread=1`)
  expect(await page.title()).toContain('Perigee')
  await page.locator('#app > *').first().waitFor({ state: 'attached' })
})
