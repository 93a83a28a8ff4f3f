import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { PERIGEE, perigee, stateFolder } from '../support/command-line.ts'
import { send, type Ask } from '../support/http.ts'
import { relayPeople, type RelayPeople } from '../support/relay-people.ts'
import { readFleetRoom, readOrbRoom } from '../support/room-content.ts'
import { openRoom } from '../support/room-reader.ts'

interface Up {
  readonly child: ChildProcess
  readonly facts: {
    url: string
    pairing: { path: string; code: string } | null
    pid: number
    relayPid: number
    orbPid: number | null
  }
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

/** The first owner, who redeems the link that was printed. */
function peopleOf({ url, pairing }: Up['facts']): RelayPeople {
  const ask = (request: Ask) => send(Number(new URL(url).port), request)
  return relayPeople({ url, ask }, () => pairing?.path.replace('/first#', '') ?? '')
}

test('words that cannot work are answered with a sentence and where to read on', () => {
  const { status, stderr } = perigee(['up', '--prot', '1'])
  expect(status).toBe(2)
  expect(stderr).toBe(
    'perigee up: there is no --prot. It knows --port, --host, --public-url, --trust-proxy, --state, --json, --no-demo, --help.\nSee "perigee up --help".\n',
  )
})

const COMMANDS =
  'up relay orb pair invite devices recover sign-out inbox approve deny adapters secrets orbs enrol notes audit doctor'.split(
    ' ',
  )

test('perigee --help names every command', () => {
  const { status, stdout } = perigee(['--help'])
  expect(status).toBe(0)
  expect([...stdout.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm)].map(([, name]) => name)).toEqual(COMMANDS)
})

test.each(COMMANDS)('perigee %s --help explains itself', (name) => {
  const { status, stdout } = perigee([name, '--help'])
  expect(status).toBe(0)
  expect(stdout).toMatch(/^(Perigee|Usage)/)
})

test('up shows a demo orb that waits for an approval, restarts what dies, and leaves nothing behind', async () => {
  const state = stateFolder()
  const { child, facts } = await up(state)
  expect(facts.pairing).toMatchObject({ path: expect.stringMatching(/^\/first#[\w-]{22}$/) as unknown })
  const device = await peopleOf(facts).owner()
  const orbs = await fetch(`${facts.url}/healthz`)
  expect(orbs.status).toBe(200)
  await expect.poll(() => existsSync(join(state, 'orbs/demo/orb.key')), { timeout: 15_000 }).toBe(true)
  expect(statSync(join(state, 'orbs/demo/orb.key')).mode & 0o777).toBe(0o600)
  expect(statSync(join(state, 'orbs/demo')).mode & 0o777).toBe(0o700)
  const fleet = openRoom({ relayUrl: facts.url, name: `fleet:${device.person.personId}`, device })
  const orbId = await fleet.until((doc) => [...readFleetRoom(doc).keys()][0], 'the demo orb')
  fleet.close()

  const room = openRoom({ relayUrl: facts.url, name: `orb:${orbId}`, device })
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

  const code = perigee(['pair', '--state', state, '--port', new URL(facts.url).port])
  expect(code.stderr).toContain('has devices already')

  const exit = once(child, 'exit')
  child.kill('SIGINT')
  expect((await exit)[0]).toBe(0)
  expect(processesIn(state)).toEqual([])
}, 60_000)

test('the first prompt of the demo is given once in the life of a state folder', async () => {
  const state = stateFolder()
  for (let round = 0; round < 2; round++) {
    const { child, facts } = await up(state)
    const store = join(state, 'orbs/demo/home/scripted-agent/prompts.jsonl')
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
  const state = stateFolder()
  const taken = createServer().listen(0, 'localhost')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const { status, stderr } = perigee(['up', '--state', state, '--port', port])
  expect(status).toBe(1)
  expect(stderr).toContain(port)
  expect(stderr).toContain('The relay could not be started')
  expect(stderr).not.toContain('started again')
  expect(processesIn(state)).toEqual([])
})

test('without the demo only the relay runs', async () => {
  const state = stateFolder()
  const { facts } = await up(state, '--no-demo')
  expect(facts.orbPid).toBeNull()
  expect(existsSync(join(state, 'orbs'))).toBe(false)
})

test('an up that is killed leaves nothing behind', async () => {
  const state = stateFolder()
  const { child } = await up(state)
  expect(processesIn(state).length).toBeGreaterThan(1)
  child.kill('SIGKILL')
  await expect.poll(() => processesIn(state), { timeout: 15_000 }).toEqual([])
})

test('without a terminal no secret is printed, and one that is paired prints none at all', async () => {
  const state = stateFolder()
  const said = async (): Promise<string> => {
    const child = spawn(process.execPath, [PERIGEE, 'up', '--port', '0', '--state', state, '--no-demo'])
    onTestFinished(() => void child.kill('SIGTERM'))
    let text = ''
    const whole = new Promise<void>((resolve) => {
      child.stdout.on('data', (part) => {
        text += String(part)
        if (text.includes('Ctrl-C')) resolve()
      })
    })
    await whole
    const exit = once(child, 'exit')
    child.kill('SIGTERM')
    await exit
    return text
  }
  expect(await said()).toMatch(/^No device is paired yet\. "perigee pair" prints a link and a code for http:/)
  const { child, facts } = await up(state, '--no-demo')
  await peopleOf(facts).owner()
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
  expect(await said()).toMatch(/^Open http:\/\/localhost:\d+\n/)
  const paired = await up(state, '--no-demo', '--public-url', 'https://perigee.example.org')
  expect(paired.facts.pairing).toBeNull()
}, 60_000)
