import { WebSocket, type RawData } from 'ws'
import * as z from 'zod/mini'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { Id, Ordinal } from '../../shared/ids.ts'
import {
  DownMessage,
  helloProofText,
  type Challenge,
  type Hello,
  type UpMessage,
  type Welcome,
} from '../../shared/link/messages.ts'
import type { Read, ReadRefusal } from '../../shared/reads/reads.ts'
import { LIMITS } from '../../shared/limits.ts'
import { PROTOCOL, SOFTWARE, commonProtocol } from '../../shared/version.ts'
import type { OrbIdentity } from '../keys/orb-key.ts'
import type { Facts } from '../spool/facts.ts'
import type { Journal } from '../spool/journal.ts'
import type { Spool } from '../spool/spool.ts'
import { Backoff } from './backoff.ts'
import { linkEnd, type LinkEnd } from './endings.ts'
import { SendWindow } from './window.ts'

/** A relay closes what it has not heard of for 45 s; a quiet line is noticed after about as long. */
const PING_MS = 15_000
const DEAD_MS = 40_000
/** A link that has held this long was a good one: the next pause is short again. */
const GOOD_MS = 5_000
const HANDSHAKE_MS = 10_000

/** As much of a command as is needed to refuse it. */
const UnknownCommand = z.object({ t: z.literal('command'), command: z.object({ commandId: Id, cmdSeq: Ordinal }) })

/** A read of a kind that this version does not know. */
const UnknownRead = z.object({ t: z.literal('read'), readId: Id })

const UnknownRoster = z.object({ t: z.literal('roster') })

/** What the link needs to know and to tell. */
export interface LinkOptions {
  /** `ws://host:port`, without a path. */
  readonly relayUrl: string
  readonly identity: OrbIdentity
  readonly generation: number
  readonly title: string
  readonly spool: Spool
  readonly journal: Journal
  readonly facts: Facts
  /** What lets this orb in where the relay does not know its key or its generation; null: nothing. */
  readonly enrolment: () => Hello['enrol']
  /** The roster that this orb holds. */
  readonly rosterHead: () => Hello['roster']
  readonly openApprovals: () => string[]
  readonly finishedCmdSeq: () => number
  readonly onCommand: (command: LinkCommand) => void
  /** A command of a kind that this version does not know. */
  readonly onUnknownCommand: (commandId: string, cmdSeq: number) => void
  /** Entries of the roster, as the relay has them. */
  readonly onRoster: (entries: readonly RosterEntry[]) => void
  /** Entries of the roster that this version cannot read. */
  readonly onUnknownRoster: () => void
  /** Somebody wants to read something. */
  readonly onRead: (readId: string, read: Read) => void
  /** Nobody waits for it any more. */
  readonly onReadCancelled: (readId: string) => void
  /** The link is up, with the right to send blobs. */
  readonly onWelcome: (welcome: Welcome) => void
  readonly onDown: () => void
  readonly onEnd: (end: LinkEnd) => void
  readonly log: (sentence: string) => void
}

/**
 * The one connection of a runner to its relay. It connects again for ever, save after a close code that says not to.
 * Nothing in the runner waits for it: events go to the spool, and the link sends what is there.
 */
export class OrbLink {
  readonly #options: LinkOptions
  readonly #backoff = new Backoff()
  #socket: WebSocket | null = null
  #window: SendWindow | null = null
  #storageFull = false
  #challenge: Challenge | null = null
  #retry: NodeJS.Timeout | null = null
  #wasDown = false
  #stopped = false

  constructor(options: LinkOptions) {
    this.#options = options
    options.journal.onCommit(() => this.#pump())
  }

  /** Connects, and keeps connecting. */
  start(): void {
    if (this.#stopped) return
    const socket = new WebSocket(`${this.#options.relayUrl}/link`, {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: LIMITS.linkMessageBytes,
      perMessageDeflate: false,
    })
    this.#socket = socket
    this.#challenge = null
    let heard = Date.now()
    const pings = setInterval(() => {
      if (Date.now() - heard > DEAD_MS) socket.terminate()
      else if (socket.readyState === WebSocket.OPEN) this.#send({ t: 'ping', id: 0 })
    }, PING_MS)
    socket.on('message', (data) => {
      heard = Date.now()
      if (socket === this.#socket) this.#onMessage(data)
    })
    // The close that follows says all there is to know.
    socket.on('error', () => {})
    socket.on('close', (code, reason) => {
      clearInterval(pings)
      if (socket === this.#socket) this.#onClose(code, reason.toString('utf8'))
    })
  }

  /** Closes the link and does not connect again. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#retry !== null) clearTimeout(this.#retry)
    const socket = this.#socket
    this.#socket = null
    this.#window = null
    if (socket === null || socket.readyState === WebSocket.CLOSED) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.terminate(), 500)
      socket.on('close', () => {
        clearTimeout(timer)
        resolve()
      })
      socket.close(1000)
    })
  }

  /** Says that a read is not answered, and why. */
  refuseRead(readId: string, reason: ReadRefusal, message: string): void {
    this.#send({ t: 'read.refused', readId, reason, message })
  }

  /** True between a welcome and the end of its connection. */
  get isUp(): boolean {
    return this.#window !== null
  }

  /** True once the relay has everything that is on disk. */
  get drained(): boolean {
    return this.#window !== null && this.#options.spool.acked >= this.#options.spool.committedSeq
  }

  #onMessage(data: RawData): void {
    const value = parseJson(data)
    const parsed = DownMessage.safeParse(value)
    if (!parsed.success) {
      const unknown = UnknownCommand.safeParse(value)
      if (unknown.success) this.#options.onUnknownCommand(unknown.data.command.commandId, unknown.data.command.cmdSeq)
      const read = UnknownRead.safeParse(value)
      if (read.success)
        this.refuseRead(read.data.readId, 'unavailable', 'This orb runs an older Perigee, which cannot answer this.')
      if (UnknownRoster.safeParse(value).success) this.#options.onUnknownRoster()
      this.#options.log('The relay sent a message that this version does not understand; it was left out.')
      return
    }
    const message = parsed.data
    switch (message.t) {
      case 'challenge':
        this.#challenge = message
        void this.#sayHello(message)
        return
      case 'welcome':
        this.#onWelcome(message)
        return
      case 'ack':
        if (message.stream !== this.#options.spool.stream) return
        this.#options.spool.acknowledge(message.seq)
        this.#window?.acknowledge(message.seq)
        // A relay that stores is well: should it be killed now, it is missed for no longer than the first time.
        this.#backoff.reset()
        this.#pump()
        return
      case 'command':
        this.#options.onCommand(message.command)
        return
      case 'roster':
        this.#options.onRoster(message.entries)
        return
      case 'storage':
        this.#storageFull = message.full
        this.#options.log(
          message.full ? 'The relay cannot store more: events wait here.' : 'The relay can store again.',
        )
        this.#pump()
        return
      case 'read':
        this.#options.onRead(message.readId, message.read)
        return
      case 'read.cancelled':
        this.#options.onReadCancelled(message.readId)
        return
      case 'stream.open':
        this.#send({ t: 'stream.refused', id: message.id, message: `This runner has no ${message.purpose} yet.` })
        return
      case 'ping':
        this.#send({ t: 'pong', id: message.id })
        return
      case 'pong':
    }
  }

  async #sayHello(challenge: Challenge): Promise<void> {
    const { identity, generation, spool, journal, facts: stored, title } = this.#options
    if (commonProtocol(PROTOCOL, challenge.protocol) === null) {
      this.#end(CLOSE.protocol.code, '')
      return
    }
    const socket = this.#socket
    // Approvals and lastSeq must be of one moment, and that moment on disk.
    journal.commit()
    const facts = {
      protocol: [...PROTOCOL] as [number, number],
      software: `perigee ${SOFTWARE}`,
      orbId: identity.orbId,
      generation,
      key: identity.publicKey,
      enrol: this.#options.enrolment(),
      roster: this.#options.rosterHead(),
      stream: spool.stream,
      firstSeq: spool.firstSeq(),
      lastSeq: spool.committedSeq,
      openApprovals: this.#options.openApprovals(),
      // A restored relay counts commands anew: it sends all of them, and those that are known do nothing.
      finishedCmdSeq: stored.get('epoch') === challenge.epoch ? this.#options.finishedCmdSeq() : 0,
      title,
      can: ['reads'],
    }
    const proof = await identity.sign(helloProofText(challenge.nonce, facts))
    const hello: Hello = { t: 'hello', ...facts, proof }
    if (socket === this.#socket) this.#send(hello)
  }

  #onWelcome(welcome: Welcome): void {
    const { spool } = this.#options
    spool.rewind(welcome.acked)
    // An older copy of this folder gave numbers that the relay has already; a restored relay may want some that are gone.
    if (welcome.acked > spool.committedSeq || spool.firstSeq() > welcome.acked + 1) {
      this.#options.log('The relay and the state folder know different parts of this orb: it goes on in a new stream.')
      spool.startNewStream()
      this.#socket?.close(1000)
      return
    }
    this.#options.facts.set('epoch', welcome.epoch)
    spool.acknowledge(welcome.acked)
    this.#storageFull = false
    this.#window = new SendWindow(spool, Math.max(welcome.acked, spool.acked))
    if (this.#wasDown) this.#options.log('The relay is reachable again.')
    this.#wasDown = false
    const link = this.#socket
    setTimeout(() => {
      if (link === this.#socket) this.#backoff.reset()
    }, GOOD_MS).unref()
    this.#options.onWelcome(welcome)
    this.#pump()
  }

  #pump(): void {
    if (this.#window === null || this.#storageFull) return
    for (let message = this.#window.next(); message !== null; message = this.#window.next()) this.#socket?.send(message)
  }

  #send(message: UpMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message))
  }

  #onClose(code: number, reason: string): void {
    const wasUp = this.#window !== null
    this.#window = null
    this.#socket = null
    if (wasUp) this.#options.onDown()
    if (this.#stopped || this.#end(code, reason)) return
    if (!this.#wasDown) this.#options.log('The relay cannot be reached; the agent goes on, and events wait here.')
    this.#wasDown = true
    this.#retry = setTimeout(() => this.start(), this.#backoff.pause())
  }

  #end(code: number, reason: string): boolean {
    const end = linkEnd(code, reason, this.#challenge?.software ?? null, this.#options.enrolment() !== null)
    if (end === null) return false
    this.#stopped = true
    this.#socket?.close(1000)
    this.#socket = null
    this.#window = null
    this.#options.onEnd(end)
    return true
  }
}

function parseJson(data: RawData): unknown {
  try {
    // Text frames come as one Buffer: `nodebuffer` is the socket's binary type.
    return JSON.parse((data as Buffer).toString('utf8'))
  } catch {
    return null
  }
}
