import { webcrypto } from 'node:crypto'
import { WebSocket, type ClientOptions } from 'ws'
import type * as z from 'zod/mini'
import { newId } from '../../shared/ids.ts'
import type { EntryEvent, ReportEvent, StreamEvent } from '../../shared/link/events.ts'
import { DownMessage, helloProofText, type Hello, type Welcome } from '../../shared/link/messages.ts'
import type { RelayPeople } from './relay-people.ts'
import { closing, type Closed } from './sockets.ts'

type Down = z.infer<typeof DownMessage>
type DownOf<T extends Down['t']> = Extract<Down, { t: T }>

/** Longer than anything on loopback takes, shorter than a test. */
const WAIT_MS = 10_000

/** Who an orb is: what a runner keeps on its disk. */
export interface OrbIdentity {
  readonly orbId: string
  readonly key: string
  readonly privateKey: webcrypto.CryptoKey
  readonly stream: string
  readonly generation: number
}

/** A new orb, with a P-256 key of its own. */
export async function makeOrb(): Promise<OrbIdentity> {
  const pair = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const key = Buffer.from(await webcrypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
  return { orbId: newId(), key, privateKey: pair.privateKey, stream: newId(), generation: 1 }
}

/** A link that says exactly what a test wants it to say, a true runner's words and any other. */
export interface OrbClient {
  /** Resolves when the socket is closed, with the code. */
  readonly closed: Promise<Closed>
  send(message: unknown): void
  sendRaw(data: string | Buffer): void
  /** The next message of a kind, in the order in which they came; others stay for later. */
  next<T extends Down['t']>(kind: T): Promise<DownOf<T>>
  /** Messages of a kind that have come and were not taken. */
  waiting<T extends Down['t']>(kind: T): readonly DownOf<T>[]
  /** Signs and sends a hello; `changes` go over what is true. Does not wait for an answer. */
  hello(orb: OrbIdentity, changes?: Partial<Hello>): Promise<void>
  events(events: readonly StreamEvent[]): void
  /** Reads nothing more, until `resume`. */
  pause(): void
  resume(): void
  terminate(): void
}

/** Where a client dials, and who lets its orb in. */
export interface RelayAddress extends Pick<RelayPeople, 'enrolment'> {
  readonly port: number
}

/** The highest generation of each orb that was welcomed: such a one needs no enrolment any more. */
const welcomed = new WeakMap<OrbIdentity, number>()

/** What an owner signs for an orb that its relay has not seen, or not in this generation; else null. */
async function enrolFor(relay: RelayAddress, orb: OrbIdentity, generation: number): Promise<Hello['enrol']> {
  const known = welcomed.get(orb) ?? 0
  if (known >= generation) return null
  return relay.enrolment(known === 0 && generation === 1 ? {} : { orbId: orb.orbId, generation })
}

/** Dials a relay's link. `options` may add headers that no runner sends. */
export function dialLink(relay: RelayAddress, options: ClientOptions = {}): OrbClient {
  const ws = new WebSocket(`ws://127.0.0.1:${relay.port}/link`, { perMessageDeflate: false, ...options })
  const inbox: Down[] = []
  const waiters = new Set<() => void>()
  const closed = closing(ws)
  ws.on('message', (data) => {
    inbox.push(DownMessage.parse(JSON.parse((data as Buffer).toString())))
    for (const wake of waiters) wake()
  })
  void closed.then(() => {
    for (const wake of waiters) wake()
  })

  const take = <T extends Down['t']>(kind: T): DownOf<T> | null => {
    const at = inbox.findIndex((message) => message.t === kind)
    return at < 0 ? null : (inbox.splice(at, 1)[0] as DownOf<T>)
  }

  const client: OrbClient = {
    closed,
    send: (message) => ws.send(JSON.stringify(message)),
    sendRaw: (data) => ws.send(data),
    waiting: (kind) => inbox.filter((message) => message.t === kind) as never,
    next(kind) {
      const there = take(kind)
      if (there !== null) return Promise.resolve(there)
      return new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          clearTimeout(timer)
          waiters.delete(wake)
          settle()
        }
        const wake = () => {
          const came = take(kind)
          if (came !== null) return finish(() => resolve(came))
          if (ws.readyState < WebSocket.CLOSING) return
          void closed.then(({ code, reason }) =>
            finish(() => reject(new Error(`closed with ${code} ${reason} before any ${kind}`))),
          )
        }
        const timer = setTimeout(() => finish(() => reject(new Error(`no ${kind} within ${WAIT_MS} ms`))), WAIT_MS)
        waiters.add(wake)
        wake()
      })
    },
    async hello(orb, changes = {}) {
      const { nonce } = await client.next('challenge')
      const hello: Hello = {
        t: 'hello',
        protocol: [1, 1],
        software: 'test-runner',
        orbId: orb.orbId,
        generation: orb.generation,
        key: orb.key,
        proof: '',
        enrol: 'enrol' in changes ? null : await enrolFor(relay, orb, changes.generation ?? orb.generation),
        roster: null,
        stream: orb.stream,
        firstSeq: 0,
        lastSeq: 0,
        openApprovals: [],
        finishedCmdSeq: 0,
        title: 'Test orb',
        can: ['reads'],
        ...changes,
      }
      const text = new TextEncoder().encode(helloProofText(nonce, hello))
      const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
      const proof = Buffer.from(await webcrypto.subtle.sign(algorithm, orb.privateKey, text)).toString('base64url')
      client.send({ ...hello, proof: changes.proof ?? proof })
    },
    events: (events) => client.send({ t: 'events', events }),
    pause: () => ws.pause(),
    resume: () => ws.resume(),
    terminate: () => ws.terminate(),
  }
  return client
}

/** Dials, says a true hello and waits for the welcome. */
export async function openLink(
  relay: RelayAddress,
  orb: OrbIdentity,
  changes: Partial<Hello> = {},
): Promise<{ readonly client: OrbClient; readonly welcome: Welcome }> {
  const client = dialLink(relay)
  await client.hello(orb, changes)
  const welcome = await client.next('welcome')
  welcomed.set(orb, changes.generation ?? orb.generation)
  return { client, welcome }
}

/** An event of an entry with a text. */
export function entryEvent(seq: number, more: Partial<EntryEvent> = {}): EntryEvent {
  const body = more.body ?? { text: 'word ' + seq }
  const head = { type: 'entry', seq, at: Date.now(), threadId: 'thread', runId: null, entryId: 'entry-' + seq } as const
  return { ...head, op: 'close', kind: 'agent_message', bytes: JSON.stringify(body).length, body, ...more }
}

/** A run of entry events, one entry each. */
export function entryEvents(from: number, to: number, more: Partial<EntryEvent> = {}): EntryEvent[] {
  return Array.from({ length: to - from + 1 }, (_, at) => entryEvent(from + at, more))
}

/** A report. */
export function reportEvent(seq: number, report: { name: string; [field: string]: unknown }): ReportEvent {
  return { type: 'report', seq, at: Date.now(), report }
}
