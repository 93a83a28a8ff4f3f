import type { StreamEvent } from '../../shared/link/events.ts'
import { openLink, type OrbClient, type OrbIdentity, type RelayAddress } from './orb-client.ts'

/** Sends events as a runner does: in order, again after each lost link, until all are acknowledged. */
export interface StubbornOrb {
  /** The newest seq that the relay has acknowledged. */
  readonly acked: number
  /** Adds events to what has to arrive. */
  give(events: readonly StreamEvent[]): void
  /** Resolves when everything up to `seq` is acknowledged. */
  until(seq: number): Promise<void>
  stop(): void
}

const RETRY_MS = 30

/** Starts one. `batch` events go into a message, the next message after its acknowledgement. */
export function stubbornOrb(relay: RelayAddress, orb: OrbIdentity, batch: number): StubbornOrb {
  const spool: StreamEvent[] = []
  const waiting = new Set<() => void>()
  let acked = 0
  let stopped = false
  let client: OrbClient | null = null
  let given: () => void = () => {}

  const note = (seq: number): void => {
    acked = Math.max(acked, seq)
    for (const wake of waiting) wake()
  }
  const serve = async (): Promise<void> => {
    const link = await openLink(relay, orb, { lastSeq: spool.length })
    client = link.client
    note(link.welcome.acked)
    for (let sent = link.welcome.acked; !stopped;) {
      if (sent >= spool.length) {
        await Promise.race([new Promise<void>((resolve) => (given = resolve)), client.closed])
        if (sent >= spool.length) return
      }
      const next = spool.slice(sent, sent + batch)
      client.events(next)
      sent += next.length
      while (acked < sent) note((await client.next('ack')).seq)
    }
  }
  const run = async (): Promise<void> => {
    while (!stopped) {
      await serve().catch(() => undefined)
      client?.terminate()
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
  void run()

  return {
    get acked() {
      return acked
    },
    give(events) {
      spool.push(...events)
      given()
    },
    until: (seq) =>
      new Promise((resolve) => {
        const wake = (): void => {
          if (acked < seq) return
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
        wake()
      }),
    stop() {
      stopped = true
      given()
      client?.terminate()
    },
  }
}
