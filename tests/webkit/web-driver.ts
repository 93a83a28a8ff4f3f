import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Where Debian's `libwebkit2gtk-4.1-0` keeps the browser that WebKitWebDriver can drive. */
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

/** How long a look for something on the page is repeated. */
const PATIENCE_MS = 30_000

/** The key under which WebDriver names an element (W3C WebDriver, section 12). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** One window of WebKit, driven by plain WebDriver over HTTP. */
export interface WebKitPage {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  url(): Promise<string>
  /** Runs a function body in the page, and gives what it returns or resolves to. */
  run<T>(body: string, ...args: readonly unknown[]): Promise<T>
  /** Waits for the first visible element whose accessible name or text is this, within those that the selector finds. */
  find(selector: string, named: string | RegExp): Promise<string>
  click(selector: string, named: string | RegExp): Promise<void>
  type(selector: string, named: string | RegExp, text: string): Promise<void>
  /** Waits until the page's text contains this. */
  shows(text: string): Promise<void>
  /** A picture of the window, as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

/** Opens WebKit's browser on a screen of its own. Rejects, saying what to install, where Debian's packages are missing. */
export async function openWebKit(): Promise<WebKitPage> {
  if (!existsSync(MINI_BROWSER)) {
    throw new Error('Needs WebKit: install webkit2gtk-driver and xvfb, or run `npm run test:webkit`, which does.')
  }
  const port = await freePort()
  const server = spawn('xvfb-run', ['-a', 'WebKitWebDriver', `--port=${port}`], { detached: true, stdio: 'ignore' })
  const onExit = () => endGroup(server)
  process.once('exit', onExit)
  const base = `http://127.0.0.1:${port}`
  await untilReady(base, server)
  const browser = { binary: MINI_BROWSER, args: ['--automation'] }
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browser } }
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${base}/session`, { capabilities })
  const session = `${base}/session/${sessionId}`
  await ask('POST', `${session}/timeouts`, { script: PATIENCE_MS })

  const run = <T>(body: string, ...args: readonly unknown[]): Promise<T> =>
    ask<T>('POST', `${session}/execute/sync`, { script: body, args })
  const until = async <T>(look: () => Promise<T | null>, what: string): Promise<T> => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      const found = await look()
      if (found !== null) return found
      if (Date.now() > end) throw new Error(`${what} did not come. The page says: ${await run<string>(PAGE_TEXT)}`)
      await wait(100)
    }
  }
  const find = async (selector: string, named: string | RegExp): Promise<string> => {
    const [source, flags] = named instanceof RegExp ? [named.source, named.flags] : [exactly(named), '']
    const look = () => run<Record<string, string> | null>(FIND, selector, source, flags)
    const element = await until(look, `${selector} named ${source}`)
    return element[ELEMENT] ?? ''
  }

  /** What was found may have been drawn anew before it is touched: then it is looked for again. */
  const touch = async (selector: string, named: string | RegExp, how: string, body: unknown): Promise<void> => {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      try {
        return void (await ask('POST', `${session}/element/${await find(selector, named)}/${how}`, body))
      } catch (error) {
        if (!/not found|stale/i.test(String(error)) || Date.now() > end) throw error
      }
    }
  }

  return {
    run,
    find,
    async goto(url) {
      await ask('POST', `${session}/url`, { url })
    },
    async reload() {
      await ask('POST', `${session}/refresh`, {})
    },
    url: () => ask<string>('GET', `${session}/url`),
    click: (selector, named) => touch(selector, named, 'click', {}),
    type: (selector, named, text) => touch(selector, named, 'value', { text }),
    async shows(text) {
      await until(async () => ((await run<string>(PAGE_TEXT)).includes(text) ? true : null), `"${text}"`)
    },
    async screenshot() {
      return Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64')
    },
    async close() {
      await ask('DELETE', session).catch(() => undefined)
      process.off('exit', onExit)
      endGroup(server)
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
    },
  }
}

const PAGE_TEXT = 'return document.body.innerText'

/** In the page: by accessible name as far as a label, an aria-label or the text gives one. */
const FIND = `
  const [selector, source, flags] = arguments
  const wanted = new RegExp(source, flags)
  const nameOf = (one) => one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText ?? ''
  const seen = (one) => one.getClientRects().length > 0 && !one.disabled
  return [...document.querySelectorAll(selector)].find((one) => seen(one) && wanted.test(nameOf(one).trim())) ?? null
`

function exactly(text: string): string {
  return `^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilReady(base: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${server.exitCode} at its start.`)
    const answer = await fetch(`${base}/status`).catch(() => null)
    if (answer?.ok === true) return
    if (Date.now() > end) throw new Error('WebKitWebDriver did not become ready.')
    await wait(100)
  }
}

async function ask<T>(method: string, url: string, body?: unknown): Promise<T> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetch(url, { method, headers: { 'content-type': 'application/json' }, ...sent })
  const { value } = (await answer.json()) as { value: T & { message?: string } }
  if (!answer.ok) throw new Error(`WebKit refused ${method} ${new URL(url).pathname}: ${value.message}`)
  return value
}

function endGroup(server: ChildProcess): void {
  if (server.pid === undefined) return
  try {
    process.kill(-server.pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}
