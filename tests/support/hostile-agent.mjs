// What a coding agent would do that wants to answer itself: a program that the scripted agent runs in its workspace.
// It knows everything that a test could tell it (folders, numbers of processes, addresses) and has to get by without a
// key. Writes what came of each attempt to results.json. Plain JavaScript: it is copied to where nothing of ours is.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'

const plan = JSON.parse(readFileSync('attempts.json', 'utf8'))
const { state, relayPort, relayUrl, unpaired, orbId, approvalId, runner, relay, wsModule, perigee } = plan
const relayFolder = join(state, 'relay')
const orbFolder = join(state, 'orbs', 'test')
/** A guessed session, as the relay's own page would send it. */
const FORGED = /** @type {const} */ ({ cookie: `perigee-${plan.relayPort}=${'A'.repeat(43)}`, origin: plan.relayUrl })

/** Reading is enough: each gives something of what was to stay secret. */
const files = {
  'read the ledger': () => read(join(relayFolder, 'ledger.sqlite')),
  "read the relay's local key": () => read(join(relayFolder, 'local.key')),
  "read the relay's VAPID key": () => read(join(relayFolder, 'vapid.json')),
  'read the orb key': () => read(join(orbFolder, 'orb.key')),
  'read the spool': () => read(join(orbFolder, 'spool.sqlite')),
  "read the command line's key": () => read(join(state, 'device', 'device.json')),
  'list the state folder': () => readdirSync(state).length,
  'follow a link out of the workspace': () => read(planted('a-link', join(relayFolder, 'local.key'))),
  "give the relay's key a second name": () => linkSync(join(relayFolder, 'local.key'), 'a-second-name'),
  'put a file into the state folder': () => writeFileSync(join(relayFolder, 'planted'), 'x'),
  'write through a link out of the workspace': () =>
    writeFileSync(planted('a-way-out', join(orbFolder, 'planted')), 'x'),
  'open the ledger for writing': () => closeSync(openSync(join(relayFolder, 'ledger.sqlite'), 'r+')),
  'open the orb key for writing': () => closeSync(openSync(join(orbFolder, 'orb.key'), 'r+')),
  'move the relay folder away': () => {
    renameSync(relayFolder, `${relayFolder}.away`)
    renameSync(`${relayFolder}.away`, relayFolder)
  },
  'change a setting of the kernel': () => {
    const setting = '/proc/sys/kernel/printk_ratelimit'
    writeFileSync(setting, readFileSync(setting))
  },
}

const processes = Object.fromEntries(
  Object.entries({ runner, relay }).flatMap(([name, pid]) => {
    const proc = `/proc/${pid}`
    /** Where only one's own processes are visible, a number may mean one of these. */
    const reached = (/** @type {() => unknown} */ act) => () => {
      if (existsSync(proc) && !readFileSync(`${proc}/cmdline`, 'utf8').includes(state))
        throw new Error('another process')
      return act()
    }
    return Object.entries({
      [`read the memory of the ${name}`]: () => closeSync(openSync(`${proc}/mem`, 'r+')),
      [`read the memory map of the ${name}`]: () => nonEmpty(readFileSync(`${proc}/maps`, 'utf8')),
      [`read the environment of the ${name}`]: () => nonEmpty(readFileSync(`${proc}/environ`, 'utf8')),
      [`enter the root folder of the ${name}`]: () => read(join(`${proc}/root`, relayFolder, 'local.key')),
      [`enter the working folder of the ${name}`]: () => readdirSync(`${proc}/cwd/`).length,
      [`see the open files of the ${name}`]: () =>
        readdirSync(`${proc}/fd`).map((fd) => readlinkSync(`${proc}/fd/${fd}`)),
      [`find the ${name} alive by a signal`]: () => process.kill(pid, 0),
      [`halt the ${name}`]: () => {
        process.kill(pid, 'SIGSTOP')
        process.kill(pid, 'SIGCONT')
      },
      [`join the namespaces of the ${name}`]: () =>
        execFileSync('nsenter', ['--target', String(pid), '--mount', '--pid', 'true'], { stdio: 'pipe' }),
    }).map(([what, act]) => [what, reached(act)])
  }),
)

const programs = {
  'run "perigee pair" on a relay that nobody owns': () =>
    cli(['pair', '--state', unpaired.state, '--port', String(unpaired.port), '--json']),
  'run "perigee approve"': () => cli(['approve', approvalId, '--yes', '--state', state]),
  'run "perigee approve" with a state folder of its own': () =>
    cli(['approve', approvalId, '--yes', '--state', join(process.env['HOME'] ?? '.', 'own-state')]),
}

const sockets = {
  'watch all orbs': () => room(`fleet:${plan.personId}`),
  'watch this orb': () => room(`orb:${orbId}`),
  "write into this orb's desk": () => room(`desk:${orbId}`),
  'speak for this orb with a key of its own': () => link(orbId),
  'speak for a new orb': () => link('anOrbThatNobodyEnrolled'),
}

/** @type {Record<string, { done: boolean, detail: string }>} */
const results = {}
for (const [what, act] of Object.entries({ ...files, ...processes, ...programs, ...sockets })) {
  try {
    const detail = await act()
    results[what] = { done: true, detail: String(detail ?? '').slice(0, 200) }
  } catch (error) {
    results[what] = { done: false, detail: String(error).slice(0, 400) }
  }
}
/** @type {Record<string, number[]>} */
const routes = {}
for (const { method, path } of plan.routes) {
  routes[`${method} ${path}`] = [await ask(method, path, {}), await ask(method, path, FORGED)]
}
plantTraps()
writeFileSync('results.json', JSON.stringify({ uid: process.getuid?.(), attempts: results, routes }))

function read(/** @type {string} */ path) {
  return nonEmpty(readFileSync(path, 'latin1'))
}

function nonEmpty(/** @type {string} */ text) {
  if (text === '') throw new Error('it is empty')
  return text.length
}

function planted(/** @type {string} */ name, /** @type {string} */ target) {
  symlinkSync(target, name)
  return name
}

function cli(/** @type {string[]} */ words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [perigee, ...words], {
    encoding: 'utf8',
    timeout: 30_000,
  })
  if (status !== 0) throw new Error(`${status}: ${stderr}`)
  return stdout
}

/** Resolves with the status; headers as a page or a device would send them, with nothing true in them. */
function ask(/** @type {string} */ method, /** @type {string} */ path, /** @type {Record<string, string>} */ headers) {
  return new Promise((resolve, reject) => {
    const body = method === 'GET' ? undefined : '{}'
    const json = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
    const all = { host: new URL(relayUrl).host, ...json, ...headers }
    const sent = request({ host: '127.0.0.1', port: relayPort, method, path, headers: all }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject).end(body)
  })
}

/** Opens a room as a page without a session would; resolves only where something of it came. */
async function room(/** @type {string} */ name) {
  const { WebSocket } = await import(wsModule)
  const socket = new WebSocket(`ws://127.0.0.1:${relayPort}/rooms/${name}`, {
    headers: { host: new URL(relayUrl).host, origin: relayUrl },
  })
  return firstMessage(socket)
}

/** Says hello on the link as an orb, with a new key and without an enrolment; resolves only where it is welcomed. */
async function link(/** @type {string} */ orb) {
  const { WebSocket } = await import(wsModule)
  const socket = new WebSocket(`ws://127.0.0.1:${relayPort}/link`, { headers: { host: new URL(relayUrl).host } })
  const { nonce } = JSON.parse(await firstMessage(socket))
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const [stream, generation, lastSeq] = ['aStreamOfItsOwn', 1, 0]
  const text = ['perigee-link-v1', nonce, orb, generation, stream, lastSeq].join('\n')
  const proof = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, Buffer.from(text))
  const key = await crypto.subtle.exportKey('raw', pair.publicKey)
  const about = { protocol: [1, 1], software: 'hostile', orbId: orb, generation, stream, firstSeq: 0, lastSeq }
  const holds = { enrol: null, roster: null, openApprovals: [], finishedCmdSeq: 0, title: 'Hostile' }
  const proves = { key: Buffer.from(key).toString('base64url'), proof: Buffer.from(proof).toString('base64url') }
  const answer = firstMessage(socket)
  socket.send(JSON.stringify({ t: 'hello', ...about, ...holds, ...proves }))
  return answer
}

/** @returns {Promise<string>} */
function firstMessage(/** @type {import('ws').WebSocket} */ socket) {
  return new Promise((resolve, reject) => {
    socket.once('message', (/** @type {Buffer} */ data) => resolve(data.toString()))
    socket.once('close', (code, reason) => reject(new Error(`closed with ${code} ${reason.toString()}`)))
    socket.once('error', reject)
  })
}

/** A repository that has whoever looks at it run a program, in every way that git knows, and links to what is secret. */
function plantTraps() {
  const git = (/** @type {string[]} */ ...words) => execFileSync('git', words, { stdio: 'pipe' })
  const trap = `touch ${plan.trap}`
  git('init', '--initial-branch', 'hostile')
  writeFileSync('tracked.txt', 'one\n')
  git('add', 'tracked.txt')
  git('-c', 'user.name=H', '-c', 'user.email=h@example.com', 'commit', '-m', 'first')
  writeFileSync('tracked.txt', 'two\n')
  symlinkSync(relayFolder, 'innocent')
  git('config', 'core.fsmonitor', trap)
  git('config', 'diff.external', trap)
  git('config', 'diff.odd.textconv', trap)
  git('config', 'filter.odd.clean', trap)
  git('config', 'filter.odd.process', trap)
  git('config', 'core.hooksPath', join(process.cwd(), 'hooks'))
  writeFileSync('.git/info/attributes', '* filter=odd diff=odd\n')
  git('config', 'remote.rest.promisor', 'true')
  git('config', 'remote.rest.url', `ext::${trap}`)
  git('config', 'protocol.ext.allow', 'always')
  git('config', 'core.repositoryformatversion', '1')
  git('config', 'extensions.partialclone', 'rest')
  const blob = git('rev-parse', 'HEAD:tracked.txt').toString().trim()
  unlinkSync(join('.git', 'objects', blob.slice(0, 2), blob.slice(2)))
}
