import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client'
import type { Ledger } from '../ledger/ledger.ts'
import type { RoomsStats } from '../rooms/rooms.ts'
import type { RelayContext } from '../services.ts'

/** What the relay counts while it runs, and the figures that it reads when asked. */
export interface Metrics {
  eventsIngested(count: number): void
  acknowledged(): void
  command(kind: string, outcome: string): void
  decision(outcome: string): void
  /** Prometheus text. */
  text(): Promise<string>
}

/** Figures of the moment, asked for at each reading. */
export interface Figures {
  /** Orbs whose link is up. */
  readonly links: number
  /** Bytes of events that are received and not yet committed. */
  readonly heldBytes: number
  readonly rooms: RoomsStats
}

/** The counters of one relay. `figures` is called at each reading. */
export function createMetrics(ledger: Ledger, figures: () => Figures): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const events = new Counter({ name: 'perigee_events_total', help: 'Events committed from orbs', registers })
  const acks = new Counter({ name: 'perigee_acks_total', help: 'Acknowledgements sent to orbs', registers })
  const commands = new Counter({
    name: 'perigee_commands_total',
    help: 'Command requests by kind and outcome',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const decisions = new Counter({
    name: 'perigee_decisions_total',
    help: 'Decision requests by outcome',
    labelNames: ['outcome'] as const,
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name: 'perigee_' + name, help, registers })
  const links = gauge('links', 'Orbs whose link is up')
  const held = gauge('link_buffered_bytes', 'Bytes of events received and not yet committed')
  const projections = gauge('rooms', 'Projections in memory')
  const desks = gauge('desks', 'Desks in memory')
  const sockets = gauge('room_sockets', 'Open sockets of rooms')
  const frames = gauge('room_frames_sent', 'Frames sent to viewers since the start')
  const slow = gauge('room_slow_closed', 'Viewers cut off because they read too slowly, since the start')
  const stored = gauge('ledger_events', 'Events in the ledger')
  const bytes = gauge('ledger_bytes', 'Size of the ledger')
  const commits = gauge('ledger_commits', 'Group commits since the start')
  const pending = gauge('approvals_pending', 'Approvals that wait for an answer')
  const full = gauge('storage_full', '1 while new events are refused')

  const read = async () => {
    const now = figures()
    links.set(now.links)
    held.set(now.heldBytes)
    projections.set(now.rooms.projections)
    desks.set(now.rooms.desks)
    sockets.set(now.rooms.sockets)
    frames.set(now.rooms.framesSent)
    slow.set(now.rooms.slowClosed)
    const stats = await ledger.stats()
    stored.set(stats.events)
    bytes.set(stats.bytes)
    commits.set(stats.commits)
    pending.set(stats.pendingApprovals)
    full.set(stats.storageFull ? 1 : 0)
  }

  return {
    eventsIngested: (count) => events.inc(count),
    acknowledged: () => acks.inc(),
    command: (kind, outcome) => commands.inc({ kind, outcome }),
    decision: (outcome) => decisions.inc({ outcome }),
    async text() {
      await read()
      return registry.metrics()
    },
  }
}

/** GET /metrics: Prometheus text. */
export async function getMetrics(c: RelayContext): Promise<Response> {
  return c.body(await c.var.services.metrics.text(), 200, {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
  })
}
