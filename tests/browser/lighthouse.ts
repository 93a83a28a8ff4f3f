import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { chromiumFlags } from './stage.ts'

/** A browser of one profile, in which Lighthouse opens a page of its own beside those of the test. */
export interface AuditedBrowser {
  readonly browser: Browser
  /** Of the profile: who signs in here is signed in for Lighthouse too. */
  readonly context: BrowserContext
  /** Of its DevTools, on loopback. */
  readonly port: number
}

/** What Lighthouse judges. */
export type Category = 'accessibility' | 'best-practices' | 'performance'

/** What Lighthouse thinks of a page. */
export interface Judgement {
  /** From 0 to 100. */
  readonly scores: Partial<Record<Category, number>>
  /** Each audit that costs points: its name, and what it found. */
  readonly faults: readonly string[]
}

/** The part of Lighthouse's report that is read here. */
interface Report {
  readonly runtimeError?: { readonly message: string }
  readonly categories: Record<
    string,
    { id: Category; score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  readonly audits: Record<string, { id: string; title: string; score: number | null; details?: unknown }>
}

const LIGHTHOUSE = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'))

/** Starts Chromium with its profile in `folder`. */
export async function launchAudited(folder: string): Promise<AuditedBrowser> {
  const { executablePath, args } = chromiumFlags({ whole: true })
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    args: [...args, '--remote-debugging-port=0'],
  })
  const browser = context.browser()
  if (browser === null) throw new Error('A profile without a browser.')
  const [port] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
  return { browser, context, port: Number(port) }
}

/**
 * Lighthouse's judgement of a page in its mobile preset. `throttled`: as on a slow phone, which performance is measured
 * by and the other categories do not need. A process of its own: one run takes some ten seconds.
 */
export async function audit(
  { port }: AuditedBrowser,
  url: string,
  categories: readonly Category[],
  throttled = false,
): Promise<Judgement> {
  const flags = [
    `--port=${port}`,
    `--only-categories=${categories.join(',')}`,
    `--throttling-method=${throttled ? 'simulate' : 'provided'}`,
    // The device's key and what it has seen are what the page is made of.
    '--disable-storage-reset',
    '--disable-full-page-screenshot',
    '--no-enable-error-reporting',
    '--output=json',
    '--quiet',
  ]
  const options = { maxBuffer: 64e6 }
  const { stdout } = await promisify(execFile)(process.execPath, [LIGHTHOUSE, url, ...flags], options)
  return judgementOf(JSON.parse(stdout) as Report)
}

function judgementOf({ runtimeError, categories, audits }: Report): Judgement {
  if (runtimeError !== undefined) throw new Error(runtimeError.message)
  const judged = Object.values(categories)
  const faults = judged
    .flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
    .flatMap(({ id }) => audits[id] ?? [])
    .filter(({ score }) => score !== null && score < 1)
    .map(({ id, title, details }) => `${id}: ${title} ${JSON.stringify(details ?? {}).slice(0, 600)}`)
  const scores = Object.fromEntries(judged.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]))
  return { scores, faults }
}
