import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Session } from '../../shared/http/api.ts'
import { newId } from '../../shared/ids.ts'
import { localProofText } from '../../shared/link/messages.ts'
import { send, type Answer, type Ask } from './http.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/node/relay.js', import.meta.url))
const START_MS = 60_000

/** A relay as people run it: the built program, a process and a state folder of its own. */
export interface RelayProcess {
  /** `http://localhost:PORT`: the origin of its pages, and where requests go. */
  readonly url: string
  readonly port: number
  readonly state: string
  readonly pid: number
  /** The secret of the start link that it printed when it started last. */
  readonly startSecret: string
  /** Everything that it logged, over all its lives. */
  readonly log: string
  /** Sends a request with exactly these headers. */
  ask(ask: Ask): Promise<Answer>
  /** Sends a JSON request as a page of a signed-in device does. */
  askAs(device: SignedIn, method: string, path: string, body?: unknown): Promise<Answer>
  /** Redeems a fresh start link. */
  signIn(deviceName?: string): Promise<SignedIn>
  /** The Authorization header of the local proof, for one request. */
  localProof(method: string, path: string): string
  localKey(): Buffer
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>
  /** SIGTERM, and its exit code. */
  stop(): Promise<number | null>
  /** Kills it where it runs, and starts it again on the same state and the same port; with other flags where given. */
  restart(flags?: readonly string[]): Promise<void>
  /** Ends it and removes its state. */
  dispose(): Promise<void>
}

/** A device with its cookie. */
export interface SignedIn {
  readonly cookie: string
  readonly session: Session
}

/** Starts a relay with these flags beside `--port 0`, and waits until it listens. Rejects with what it said where it ends. */
export async function startRelayProcess(flags: readonly string[] = []): Promise<RelayProcess> {
  const state = mkdtempSync(join(tmpdir(), 'perigee-relay-'))
  let life = await begin(state, 0, flags)
  let earlier = ''
  const { port } = life
  const url = `http://localhost:${port}`

  const end = async (signal: NodeJS.Signals) => {
    if (life.child.exitCode === null && life.child.signalCode === null) {
      life.child.kill(signal)
      await once(life.child, 'exit')
    }
    return life.child.exitCode
  }

  const relay: RelayProcess = {
    url,
    port,
    state,
    get pid() {
      return life.child.pid ?? 0
    },
    get startSecret() {
      return life.startSecret
    },
    get log() {
      return earlier + life.said.join('')
    },
    ask: (ask) => send(port, ask),
    askAs: (device, method, path, body) =>
      send(port, {
        method,
        path,
        headers: { cookie: device.cookie, origin: url, ...(body === undefined ? {} : JSON_TYPE) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async signIn(deviceName = 'Test browser') {
      const path = '/api/start-links'
      const link = await send(port, {
        method: 'POST',
        path,
        headers: { authorization: relay.localProof('POST', path) },
      })
      const secret = (link.json() as { path: string }).path.replace('/start#', '')
      return redeem(relay, secret, deviceName)
    },
    localProof(method, path) {
      const [at, nonce] = [Date.now(), newId()]
      const text = localProofText(method, path, at, nonce)
      const proof = createHmac('sha256', relay.localKey()).update(text).digest('base64url')
      return `Perigee-Local at=${at},nonce=${nonce},proof=${proof}`
    },
    localKey: () => readFileSync(join(state, 'relay', 'local.key')),
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async restart(newFlags = flags) {
      await end('SIGKILL')
      earlier += life.said.join('')
      life = await begin(state, port, newFlags)
    },
    async dispose() {
      await end('SIGKILL')
      rmSync(state, { recursive: true, force: true })
    },
  }
  return relay
}

/** Spends a start link's secret; throws where it is refused. */
export async function redeem(relay: RelayProcess, secret: string, deviceName = 'Test browser'): Promise<SignedIn> {
  const answer = await relay.ask({
    method: 'POST',
    path: '/api/session',
    headers: { origin: relay.url, ...JSON_TYPE },
    body: JSON.stringify({ secret, deviceName }),
  })
  if (answer.status !== 200) throw new Error(`no session: ${answer.status} ${answer.text}`)
  return { cookie: String(answer.headers['set-cookie']).split(';', 1)[0] ?? '', session: answer.json() as Session }
}

const JSON_TYPE = { 'content-type': 'application/json' }

interface Life {
  readonly child: ChildProcess
  readonly port: number
  readonly startSecret: string
  readonly said: readonly string[]
}

async function begin(state: string, port: number, flags: readonly string[]): Promise<Life> {
  const args = [PROGRAM, '--json', '--state', state, '--port', String(port), ...flags]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const onExit = () => child.kill('SIGKILL')
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS)
  const line = once(createInterface(child.stdout), 'line').then(([text]) => String(text))
  const ended = once(child, 'close').then(() => null)
  const first = await Promise.race([line, ended])
  clearTimeout(timer)
  if (first === null) throw new Error(`the relay did not start: ${said.join('')}`)
  const { startUrl } = JSON.parse(first) as { startUrl: string }
  const url = new URL(startUrl)
  return { child, port: Number(url.port), startSecret: url.hash.slice(1), said }
}
