import type { Spool, SpoolBatch } from '../spool/spool.ts'
import { LIMITS } from '../../shared/limits.ts'

/** Sent and not yet acknowledged at most: enough to fill a slow line, little enough to resend gladly. */
const IN_FLIGHT_BYTES = 4 * 1024 * 1024
/** Room for the frame around a batch of events. */
const FRAME_BYTES = 1024

/** What of the spool is on its way to the relay. */
export class SendWindow {
  readonly #spool: Spool
  readonly #inFlight: SpoolBatch[] = []
  #bytes = 0
  #sentSeq: number

  /** Begins after `acked`, the highest event that the relay says it has. */
  constructor(spool: Spool, acked: number) {
    this.#spool = spool
    this.#sentSeq = acked
  }

  /** The next batch as a message, or null where nothing waits or enough is on its way. */
  next(): string | null {
    if (this.#bytes >= IN_FLIGHT_BYTES) return null
    const batch = this.#spool.batchAfter(
      this.#sentSeq,
      LIMITS.linkBatch,
      LIMITS.linkMessageBytes - FRAME_BYTES - LIMITS.linkBatch,
    )
    if (batch === null) return null
    this.#sentSeq = batch.lastSeq
    this.#bytes += batch.bytes
    this.#inFlight.push(batch)
    return `{"t":"events","events":[${batch.events.join(',')}]}`
  }

  /** The relay has committed everything up to `seq`. */
  acknowledge(seq: number): void {
    while (this.#inFlight[0] !== undefined && this.#inFlight[0].lastSeq <= seq) {
      this.#bytes -= this.#inFlight.shift()?.bytes ?? 0
    }
  }
}
