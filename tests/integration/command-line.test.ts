import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readFleetRoom, readOrbRoom } from '../support/room-content.ts'
import { openRoom } from '../support/room-reader.ts'

const PERIGEE = fileURLToPath(new URL('../../dist/node/perigee.js', import.meta.url))

function perigee(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PERIGEE, ...args], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { status, stdout, stderr }
}

function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Up {
  readonly child: ChildProcess
  readonly facts: { url: string; startUrl: string; pid: number; relayPid: number; orbPid: number | null }
}

async function up(state: string, ...flags: string[]): Promise<Up> {
  const child = spawn(process.execPath, [PERIGEE, 'up', '--port', '0', '--state', state, '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  let said = ''
  child.stderr.on('data', (text) => (said += String(text)))
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text))
  const ended = once(child, 'exit').then((): string => {
    throw new Error(`ended before it was up: ${said}`)
  })
  ended.catch(() => {})
  return { child, facts: JSON.parse(await Promise.race([line, ended])) as Up['facts'] }
}

/** Processes whose command line names a folder. */
function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  })
}

async function signedIn({ url, startUrl }: Up['facts']): Promise<string> {
  const answer = await fetch(`${url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ secret: new URL(startUrl).hash.slice(1), deviceName: 'Test' }),
  })
  expect(answer.status).toBe(200)
  return answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
}

test('words that cannot work are answered with a sentence and where to read on', () => {
  const { status, stderr } = perigee('up', '--prot', '1')
  expect(status).toBe(2)
  expect(stderr).toBe(
    'perigee up: there is no --prot. It knows --port, --state, --json, --no-demo, --help.\nSee "perigee up --help".\n',
  )
})

test.each([['--help'], ['relay', '--help']])('perigee %s explains itself', (...args) => {
  const { status, stdout } = perigee(...args)
  expect(status).toBe(0)
  expect(stdout).toMatch(/^(Perigee|Usage)/)
})

test('a link without a relay says how to start one', () => {
  const { status, stderr } = perigee('link', '--state', testFolder())
  expect(status).toBe(1)
  expect(stderr).toContain('Start a relay first')
})

test('up shows a demo orb that waits for an approval, restarts what dies, and leaves nothing behind', async () => {
  const state = testFolder()
  const { child, facts } = await up(state)
  const cookie = await signedIn(facts)
  const orbs = await fetch(`${facts.url}/healthz`)
  expect(orbs.status).toBe(200)
  await expect.poll(() => existsSync(join(state, 'orbs/demo/orb.key')), { timeout: 15_000 }).toBe(true)
  expect(statSync(join(state, 'orbs/demo/orb.key')).mode & 0o777).toBe(0o600)
  expect(statSync(join(state, 'orbs/demo')).mode & 0o777).toBe(0o700)
  const fleet = openRoom({ relayUrl: facts.url, name: 'fleet:me', cookie })
  const orbId = await fleet.until((doc) => [...readFleetRoom(doc).keys()][0], 'the demo orb')
  fleet.close()

  const room = openRoom({ relayUrl: facts.url, name: `orb:${orbId}`, cookie })
  onTestFinished(() => room.close())
  const pending = () =>
    room.until(
      (doc) =>
        (doc.getMap('orb').has('state') ? [...readOrbRoom(doc).approvals.values()] : []).find(
          (one) => one.outcome === 'pending',
        ),
      'an approval',
    )
  const approval = await pending()
  expect(approval.request.toolCall?.toolKind).toBe('edit')

  process.kill(facts.relayPid, 'SIGKILL')
  await expect
    .poll(
      () =>
        fetch(`${facts.url}/healthz`).then(
          (answer) => answer.status,
          () => 0,
        ),
      { timeout: 15_000 },
    )
    .toBe(200)
  expect((await pending()).request.approvalId).toBe(approval.request.approvalId)

  const link = spawnSync(
    process.execPath,
    [PERIGEE, 'link', '--state', state, '--port', new URL(facts.url).port, '--json'],
    { encoding: 'utf8' },
  )
  await signedIn({ ...facts, startUrl: (JSON.parse(link.stdout) as { startUrl: string }).startUrl })

  const exit = once(child, 'exit')
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(0)
  expect(processesIn(state)).toEqual([])
}, 60_000)

test('the first prompt of the demo is given once in the life of a state folder', async () => {
  const state = testFolder()
  for (let round = 0; round < 2; round++) {
    const { child, facts } = await up(state)
    const store = join(state, 'orbs/demo/agent/prompts.jsonl')
    await expect.poll(() => existsSync(store), { timeout: 15_000 }).toBe(true)
    // Time enough for a second prompt to be given, if there were one.
    await fetch(`${facts.url}/healthz`)
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    expect(readFileSync(store, 'utf8').trim().split('\n')).toHaveLength(1)
  }
}, 60_000)

test('a port that is taken is told, and nothing is left running', async () => {
  const state = testFolder()
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const { status, stderr } = perigee('up', '--state', state, '--port', port)
  expect(status).toBe(1)
  expect(stderr).toContain(port)
  expect(stderr).toContain('The relay could not be started')
  expect(stderr).not.toContain('started again')
  expect(processesIn(state)).toEqual([])
})

test('without the demo only the relay runs', async () => {
  const state = testFolder()
  const { facts } = await up(state, '--no-demo')
  expect(facts.orbPid).toBeNull()
  expect(existsSync(join(state, 'orbs'))).toBe(false)
})

test('an up that is killed leaves nothing behind', async () => {
  const state = testFolder()
  const { child } = await up(state)
  expect(processesIn(state).length).toBeGreaterThan(1)
  child.kill('SIGKILL')
  await expect.poll(() => processesIn(state), { timeout: 15_000 }).toEqual([])
})
