// `npm run test:package`: packs Perigee, and starts it by npx in an empty folder, as a stranger would.
//
// Not one of `npm test`: npx installs the dependencies from the registry, and better-sqlite3 may be compiled.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual } from 'node:util'
import { root } from './lib/root.mjs'

const place = mkdtempSync(join(tmpdir(), 'perigee-package-'))
const empty = join(place, 'empty')
mkdirSync(empty)
const state = join(place, 'state')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const tarball = join(place, `perigee-${version}.tgz`)
const npx = ['--yes', `--package=${tarball}`, 'perigee']
const failures = []

/** @param {string} what @param {boolean} isSo */
function check(what, isSo) {
  console.log(`${isSo ? 'ok' : 'no'}  ${what}`)
  if (!isSo) failures.push(what)
}

try {
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', place], { cwd: root, stdio: 'inherit' })
  if (packed.status !== 0) throw new Error('npm pack failed.')

  // A group of its own: npx passes no signal on to what it starts.
  const words = [...npx, 'up', '--port', '0', '--state', state, '--json']
  const up = spawn('npx', words, { cwd: empty, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(up, 'close')
  const lines = createInterface({ input: up.stdout })[Symbol.asyncIterator]()
  const first = await lines.next()
  if (first.done === true) throw new Error('perigee up ended before it was ready.')
  const { url } = JSON.parse(first.value)

  try {
    const health = /** @type {{ ok?: boolean, software?: string }} */ (await (await fetch(url + '/healthz')).json())
    check('the relay answers, and is this version', health.ok === true && health.software === version)
    const page = await (await fetch(url)).text()
    check(
      'the page is the one that was built here',
      page === readFileSync(join(root, 'dist/client/index.html'), 'utf8'),
    )
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? ''
    const served = Buffer.from(await (await fetch(new URL(script, url))).arrayBuffer())
    const built = readFileSync(join(root, 'dist/client', script))
    check(`the app's code is, too (${script})`, script !== '' && isDeepStrictEqual(served, built))

    const seen = spawnSync('npx', [...npx, 'doctor', '--state', state, '--relay', url, '--json'], { cwd: empty })
    /** @type {{ checks?: { name: string, ok: boolean }[] }} */
    const { checks = [] } = JSON.parse(seen.stdout.toString() || '{}')
    check('the doctor ends well', seen.status === 0)
    check(
      'the doctor finds the relay',
      checks.some(({ name, ok }) => name === 'relay' && ok),
    )
  } finally {
    if (up.pid !== undefined) process.kill(-up.pid, 'SIGTERM')
    await closed
  }
} catch (error) {
  failures.push(String(error))
  console.error(error)
} finally {
  rmSync(place, { recursive: true, force: true })
}
console.log(failures.length === 0 ? 'The package works.' : `The package does not work: ${failures.length} failed.`)
process.exitCode = failures.length === 0 ? 0 : 1
