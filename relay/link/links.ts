import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type * as z from 'zod/mini'
import type { Hello, ReadRefused } from '../../shared/link/messages.ts'
import type { Rosters } from '../devices/rosters.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { ReadLink, Reads } from '../reads/reads.ts'
import { serveLink, type LinkSession } from './session.ts'

/** Sockets that have not said who they are; each holds a timer and at most one message. */
const MAX_UNGREETED = 64
const BEAT_MS = 5_000
/** How long a close may take when the relay stops. */
const CLOSE_WAIT_MS = 1_000

/** All links of a relay: at most one for each orb, the newest. */
export interface Links {
  accept(ws: WebSocket): void
  /** The orb whose present link this ticket came with, or null. */
  orbOfTicket(ticket: string): string | null
  /** The present link of an orb, to ask it something; null while it is away. */
  linkTo(orbId: string): ReadLink | null
  readonly size: number
  /** Bytes of events received and not yet committed, over all links. */
  readonly heldBytes: number
  /** Closes all with 4503, and resolves once they are closed. */
  close(): Promise<void>
}

/** The newest link of an orb. */
interface PresentLink {
  readonly session: LinkSession
  readonly ticket: string
  readonly generation: number
  readonly key: string
  readonly toRead: ReadLink
}

/** What the links of a relay work on. */
export interface LinksOptions {
  readonly ledger: Ledger
  readonly log: Logger
  readonly metrics: Metrics
  readonly reads: Pick<Reads, 'refused' | 'gone'>
  readonly rosters: Pick<Rosters, 'present' | 'entriesAfter' | 'subscribe'>
  /** See Doorkeeper. */
  readonly trustedKeys: ReadonlySet<string>
  readonly now: () => number
  /** As the ledger says at the start; later the feed says it. */
  readonly storageFull: boolean
}

/** An empty set of links that follows the ledger's feed. */
export function createLinks(options: LinksOptions): Links {
  const { ledger, reads, rosters } = options
  const sockets = new Map<WebSocket, LinkSession>()
  const ungreeted = new Set<LinkSession>()
  /** Everything that may get an orb's commands: its link, and links that are being opened. */
  const byOrb = new Map<string, Set<LinkSession>>()
  const present = new Map<string, PresentLink>()
  const tickets = new Map<string, string>()
  let storageFull = options.storageFull
  let closing = false

  const onChange = (change: Change) => {
    if (change.type === 'deliver') {
      for (const session of byOrb.get(change.orbId) ?? []) session.offer(change.command)
    } else if (change.type === 'removed') {
      for (const session of byOrb.get(change.orbId) ?? [])
        session.close('notFound', 'This orb was removed from the relay.')
    } else if (change.type === 'storage' && change.full !== storageFull) {
      storageFull = change.full
      for (const session of sockets.values()) session.storage(change.full)
    }
  }
  const unsubscribe = ledger.subscribe((changes) => changes.forEach(onChange))
  const stopRoster = rosters.subscribe(() => {
    for (const session of sockets.values()) session.rosterGrew()
  })

  const beat = setInterval(() => {
    const at = performance.now()
    for (const session of sockets.values()) session.beat(at)
  }, BEAT_MS)
  beat.unref()

  const host = {
    ...options,
    isStorageFull: () => storageFull,
    expects(session: LinkSession, orbId: string) {
      byOrb.set(orbId, (byOrb.get(orbId) ?? new Set()).add(session))
    },
    opened(session: LinkSession, { orbId, generation, key, can }: Hello, ticket: string) {
      ungreeted.delete(session)
      const older = present.get(orbId)
      const answersReads = can?.includes('reads') ?? false
      const toRead: ReadLink = { orbId, answersReads, tell: (message) => session.tell(message) }
      present.set(orbId, { session, ticket, generation, key, toRead })
      tickets.set(ticket, orbId)
      if (older === undefined) return
      tickets.delete(older.ticket)
      reads.gone(older.toRead)
      if (older.generation < generation) older.session.close('fenced')
      else if (older.key !== key) older.session.close('forbidden', 'An owner gave this orb another key.')
      else older.session.close('replaced')
    },
    readRefused(session: LinkSession, orbId: string, refusal: z.infer<typeof ReadRefused>) {
      const link = present.get(orbId)
      if (link?.session === session) reads.refused(link.toRead, refusal)
    },
    closed(session: LinkSession) {
      ungreeted.delete(session)
      for (const [orbId, sessions] of byOrb) {
        if (!sessions.delete(session)) continue
        if (sessions.size === 0) byOrb.delete(orbId)
        const link = present.get(orbId)
        if (link?.session !== session) continue
        present.delete(orbId)
        tickets.delete(link.ticket)
        reads.gone(link.toRead)
      }
    },
  }

  return {
    accept(ws) {
      if (closing || ungreeted.size >= MAX_UNGREETED) return ws.close(CLOSE.slow.code, CLOSE.slow.says)
      const session = serveLink(ws, host)
      sockets.set(ws, session)
      ungreeted.add(session)
      ws.once('close', () => sockets.delete(ws))
    },
    orbOfTicket: (ticket) => tickets.get(ticket) ?? null,
    linkTo: (orbId) => present.get(orbId)?.toRead ?? null,
    get size() {
      return present.size
    },
    get heldBytes() {
      let bytes = 0
      for (const session of sockets.values()) bytes += session.heldBytes
      return bytes
    },
    async close() {
      closing = true
      unsubscribe()
      stopRoster()
      clearInterval(beat)
      const closed = [...sockets.keys()].map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
      for (const session of sockets.values()) session.close('slow', 'The relay is closing: connect again.')
      const timer = setTimeout(() => {
        for (const ws of sockets.keys()) ws.terminate()
      }, CLOSE_WAIT_MS)
      await Promise.all(closed)
      clearTimeout(timer)
    },
  }
}
