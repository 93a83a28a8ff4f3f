import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FirstCode } from '../../shared/devices/pairing.ts'
import { newId } from '../../shared/ids.ts'
import { localProofText } from '../../shared/link/messages.ts'
import { send, type Answer, type Ask } from './http.ts'
import { proofOf } from './http-proof.ts'
import { relayPeople, type RelayPeople, type SignedIn } from './relay-people.ts'
import type { TestDevice } from './roster.ts'

export type { SignedIn } from './relay-people.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/node/relay.js', import.meta.url))
const START_MS = 60_000

/** A relay as people run it: the built program, a process and a state folder of its own. */
export interface RelayProcess extends RelayPeople {
  /** `http://localhost:PORT`: the origin of its pages, and where requests go. */
  readonly url: string
  readonly port: number
  readonly state: string
  readonly pid: number
  /** The first pairing that it printed when it started last; null where it was paired already. */
  readonly pairing: FirstCode | null
  /** Everything that it logged, over all its lives. */
  readonly log: string
  /** Sends a request with exactly these headers. */
  ask(ask: Ask): Promise<Answer>
  /** Sends a JSON request as a page of a signed-in device does, signed beside its cookie. */
  askAs(device: SignedIn, method: string, path: string, body?: unknown): Promise<Answer>
  /** Sends a JSON request as the command line does: proved by the device's key, without cookie and Origin. */
  askProved(device: TestDevice, method: string, path: string, body?: unknown): Promise<Answer>
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

  const ask = (request: Ask): Promise<Answer> => send(port, request)
  const firstSecret = async (): Promise<string> => {
    const path = '/api/pairing/codes'
    const made = await ask({ method: 'POST', path, headers: { authorization: relay.localProof('POST', path) } })
    return (made.json() as FirstCode).path.replace('/first#', '')
  }

  const relay: RelayProcess = {
    ...relayPeople({ url, ask }, firstSecret),
    url,
    port,
    state,
    get pid() {
      return life.child.pid ?? 0
    },
    get pairing() {
      return life.pairing
    },
    get log() {
      return earlier + life.said.join('')
    },
    ask,
    async askAs(device, method, path, body) {
      await device.renew()
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const proof = await proofOf(device, { method, path, host: `localhost:${port}`, ...sent })
      const headers = { cookie: device.cookie, origin: url, 'perigee-proof': proof }
      return ask({ method, path, headers: body === undefined ? headers : { ...headers, ...JSON_TYPE }, ...sent })
    },
    async askProved(device, method, path, body) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const sent = text === undefined ? {} : { body: text }
      const authorization = await proofOf(device, { method, path, host: `localhost:${port}`, ...sent })
      return ask({ method, path, headers: { authorization, ...(text === undefined ? {} : JSON_TYPE) }, ...sent })
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

const JSON_TYPE = { 'content-type': 'application/json' }

interface Life {
  readonly child: ChildProcess
  readonly port: number
  readonly pairing: FirstCode | null
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
  const { listening, pairing } = JSON.parse(first) as { listening: string; pairing: FirstCode | null }
  return { child, port: Number(new URL(listening).port), pairing, said }
}
