import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { CloseName } from '../../shared/codes/close-codes.ts'
import { newId } from '../../shared/ids.ts'
import type * as z from 'zod/mini'
import { UpMessage, type Hello, type ReadRefused } from '../../shared/link/messages.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import { PROTOCOL, SOFTWARE } from '../../shared/version.ts'
import type { LinkCommand } from '../../shared/commands/commands.ts'
import type { Rosters } from '../devices/rosters.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ReadLink } from '../reads/reads.ts'
import { createDelivery } from './delivery.ts'
import { openLink, readHello, type AcceptedHello, type Doorkeeper, type ReadHello } from './handshake.ts'
import { createIntake, type Intake } from './intake.ts'
import { linkSocket } from './link-socket.ts'
import { createRosterFeed, headOf, type RosterFeed } from './roster-feed.ts'

/** A peer that has not said who it is by then is cut off; nothing it sends moves this. */
const HELLO_WAIT_MS = 10_000
/** Proxies drop what is silent for half a minute or more. */
const PING_EVERY_MS = 20_000
/** Two pings and some: a peer that is gone without a word. */
const DEAD_AFTER_MS = 45_000

/** What a session needs of its relay. */
export interface SessionHost extends Doorkeeper {
  readonly rosters: Pick<Rosters, 'present' | 'entriesAfter'>
  readonly log: Logger
  readonly metrics: Metrics
  readonly now: () => number
  readonly isStorageFull: () => boolean
  /** The hello is signed and read: from here on commands of this orb are offered to the session. */
  expects(session: LinkSession, orbId: string): void
  /** The link is up: it replaces an older one of the same orb, and fences one of an earlier generation. */
  opened(session: LinkSession, hello: Hello, ticket: string): void
  /** The orb does not answer a read, and says why. */
  readRefused(session: LinkSession, orbId: string, refusal: z.infer<typeof ReadRefused>): void
  closed(session: LinkSession): void
}

/** One socket on /link, from its challenge to its close. */
export interface LinkSession {
  offer(command: LinkCommand): void
  /** The roster has a new entry. */
  rosterGrew(): void
  storage(full: boolean): void
  /** Asks for something, or takes the question back. */
  readonly tell: ReadLink['tell']
  /** Called now and then: pings, and ends what is dead. `at` in monotonic milliseconds. */
  beat(at: number): void
  close(name: CloseName, says?: string): void
  /** Bytes of events received and not yet committed. */
  readonly heldBytes: number
}

/** Serves a fresh socket: challenge, hello, welcome, then events up and commands down. */
export function serveLink(ws: WebSocket, host: SessionHost): LinkSession {
  const { ledger, rosters, metrics, now } = host
  const nonce = newId()
  let log = host.log
  let greeted = false
  let hello: Hello | null = null
  let link: string | null = null
  let intake: Intake | null = null
  let rosterFeed: RosterFeed | null = null
  let voided = false
  let toldFull = false
  let pings = 0
  let lastPing = performance.now()
  let lastHeard = lastPing

  const socket = linkSocket(ws, {
    onMessage(message, bytes) {
      lastHeard = performance.now()
      if (!greeted) {
        greeted = true
        begin(message).catch(fail)
      } else if (intake === null) socket.close('badMessage', 'Wait for the welcome before you send more.')
      else receive(intake, message, bytes)
    },
    onRefused: (name, says) => log.warn({ close: name, says }, 'link closed'),
    onClosed() {
      clearTimeout(deadline)
      intake?.stop()
      host.closed(session)
      if (hello === null || link === null) return
      log.info('orb away')
      ledger
        .closeLink(hello.orbId, link, now())
        .catch((error: unknown) => log.error({ err: error }, 'close not recorded'))
    },
  })

  const delivery = createDelivery({
    send: (command) => socket.send({ t: 'command', command }),
    get isBehind() {
      return socket.isBehind
    },
    onceRead: (listener) => socket.onceRead(listener),
  })
  const deadline = setTimeout(
    // Worth another try: a machine that woke from sleep, or a slow disk of ours, is no wrong key.
    () => socket.close('slow', `No hello within ${HELLO_WAIT_MS / 1000} s.`),
    HELLO_WAIT_MS,
  )

  const begin = async (message: unknown) => {
    const read = await readHello(message, nonce)
    if (read.outcome === 'refused') return socket.close(read.close, read.says)
    log = log.child({ orbId: read.hello.orbId })
    host.expects(session, read.hello.orbId)
    const opened = await openLink(host, read.hello, now())
    if (opened.outcome === 'refused') return socket.close(opened.close, opened.says)
    await open(read, opened)
  }

  const fail = (error: unknown) => {
    log.error({ err: error }, 'link failed')
    socket.close('slow')
  }

  const open = async (read: ReadHello, { link: newLink, acked }: AcceptedHello) => {
    clearTimeout(deadline)
    hello = read.hello
    link = newLink
    // It may have gone while its hello was checked; the ledger believes it to be here.
    if (socket.isClosed) return ledger.closeLink(hello.orbId, link, now())
    const { orbId, generation, stream, finishedCmdSeq } = hello
    log.info({ generation, acked, software: hello.software }, 'orb here')
    intake = createIntake(
      {
        orbId,
        log,
        commit: (events) =>
          ledger.commitEvents({ orbId, generation, link: newLink, stream, events, receivedAt: now() }),
        acknowledge,
        full: () => tellStorage(true),
        close: (name, says) => socket.close(name, says),
        pause: () => socket.pause(),
        resume: () => socket.resume(),
      },
      acked,
    )
    const blobTicket = randomBytes(32).toString('base64url')
    host.opened(session, hello, blobTicket)
    const { protocol } = read
    const roster = headOf(rosters.present)
    socket.send({ t: 'welcome', protocol, link, epoch: ledger.epoch, acked, roster, blobTicket })
    rosterFeed = createRosterFeed(rosters, hello.roster, (entries) => socket.send({ t: 'roster', entries }))
    // Before any command: the runner judges a decision by what it has been told by then.
    rosterFeed.tell()
    if (host.isStorageFull()) session.storage(true)
    const unfinished = ledger.unfinishedCommands(orbId, finishedCmdSeq)
    const [backlog] = await Promise.all([unfinished, voidOnceReported(acked)])
    delivery.start(backlog)
  }

  const acknowledge = (seq: number, count: number) => {
    if (hello === null) return
    socket.send({ t: 'ack', stream: hello.stream, seq })
    metrics.acknowledged()
    metrics.eventsIngested(count)
    voidOnceReported(seq).catch((error: unknown) => {
      log.error({ err: error }, 'unlisted approvals not ended')
      socket.close('slow')
    })
  }

  /** What the hello did not list is void, but only once everything that the runner knew then has been stored. */
  const voidOnceReported = async (acked: number) => {
    if (voided || hello === null || acked < hello.lastSeq) return
    voided = true
    await ledger.voidUnlisted(hello.orbId, hello.stream, hello.lastSeq, hello.openApprovals, now())
  }

  /** The feed and a refused commit say the same thing; the orb hears it once. */
  const tellStorage = (full: boolean) => {
    if (toldFull === full) return
    toldFull = full
    socket.send({ t: 'storage', full })
  }

  const receive = (to: Intake, message: unknown, bytes: number) => {
    const parsed = UpMessage.safeParse(message)
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.') ?? ''
      return socket.close('badMessage', `A message is not as expected${path === '' ? '' : `: see "${path}"`}.`)
    }
    switch (parsed.data.t) {
      case 'events':
        // The raw ones, with every field that this version does not know.
        return to.take((message as { events: StreamEvent[] }).events, bytes)
      case 'ping':
        return socket.send({ t: 'pong', id: parsed.data.id })
      case 'pong':
        return
      case 'stream.refused':
        return log.info({ stream: parsed.data.id, says: parsed.data.message }, 'stream refused')
      case 'read.refused':
        if (hello !== null) host.readRefused(session, hello.orbId, parsed.data)
        return
      case 'hello':
        return socket.close('badMessage', 'A link has one hello.')
    }
  }

  const session: LinkSession = {
    offer: (command) => delivery.offer(command),
    rosterGrew: () => rosterFeed?.tell(),
    storage(full) {
      if (intake === null) return
      intake.storage(full)
      tellStorage(full)
    },
    tell: (message) => socket.send(message),
    beat(at) {
      // While it is paused we are the ones who do not listen.
      if (socket.isPaused) lastHeard = at
      if (at - lastHeard > DEAD_AFTER_MS)
        return socket.close('slow', `Nothing was heard for ${DEAD_AFTER_MS / 1000} s.`)
      if (intake === null || at - lastPing < PING_EVERY_MS) return
      lastPing = at
      pings += 1
      socket.send({ t: 'ping', id: pings })
    },
    close: (name, says) => socket.close(name, says),
    get heldBytes() {
      return intake?.heldBytes ?? 0
    },
  }

  socket.send({
    t: 'challenge',
    nonce,
    protocol: [...PROTOCOL],
    software: SOFTWARE,
    epoch: ledger.epoch,
    now: now(),
  })
  return session
}
