import type { Logger } from 'pino'
import type { CloseName } from '../../shared/codes/close-codes.ts'
import type { StreamEvent } from '../../shared/link/events.ts'
import type { CommitOutcome } from '../ledger/ledger.ts'
import { firstFalseDigest } from './digests.ts'

/** A link that has this much uncommitted in memory is read no further until half of it is stored. */
const MAX_HELD_BYTES = 4 * 1024 * 1024

/** One commit takes about this much, so that another orb's events do not wait long behind it. */
const BATCH_BYTES = 1024 * 1024
const BATCH_EVENTS = 1024

/** What the intake of a link works on. */
export interface IntakeEnd {
  readonly orbId: string
  readonly log: Logger
  commit(events: readonly StreamEvent[]): Promise<CommitOutcome>
  /** Everything up to `seq` is committed; `count` events of it are new. */
  acknowledge(seq: number, count: number): void
  /** The store is full: nothing more is taken until `storage(false)`. */
  full(): void
  close(name: CloseName, says?: string): void
  pause(): void
  resume(): void
}

/** Takes a stream's events in order to the ledger. */
export interface Intake {
  /** One message's events, as they came; `bytes` is the size of the message. */
  take(events: readonly StreamEvent[], bytes: number): void
  /** The ledger can (not) store. */
  storage(full: boolean): void
  /** Nothing more is wanted. What is not acknowledged stays with the runner. */
  stop(): void
  /** Bytes received and not yet committed. */
  readonly heldBytes: number
}

interface Message {
  readonly events: readonly StreamEvent[]
  readonly bytes: number
}

/**
 * The intake of one link, which goes on after `acked`. While a commit is on its way, what comes in gathers for the
 * next one, and past a bound the socket is paused: an orb that floods is slowed down and never dropped.
 */
export function createIntake(end: IntakeEnd, startAfter: number): Intake {
  let acked = startAfter
  let next = startAfter + 1
  let queue: Message[] = []
  let heldBytes = 0
  let paused = false
  let busy = false
  let stopped = false
  let full = false
  // After a full store the runner begins again behind the acknowledged one; what it sent before is on the wire still.
  let awaitsRestart = false

  const stop = () => {
    stopped = true
    queue = []
    heldBytes = 0
  }

  const finish = (name: CloseName, says?: string) => {
    stop()
    end.close(name, says)
  }

  const hold = (bytes: number) => {
    heldBytes += bytes
    if (!paused && heldBytes > MAX_HELD_BYTES) end.pause()
    else if (paused && heldBytes <= MAX_HELD_BYTES / 2) end.resume()
    else return
    paused = !paused
  }

  const setFull = () => {
    full = true
    awaitsRestart = true
    for (const message of queue) hold(-message.bytes)
    queue = []
  }

  const takeBatch = (): Message => {
    const events: StreamEvent[] = []
    let bytes = 0
    while (queue[0] !== undefined && bytes < BATCH_BYTES && events.length < BATCH_EVENTS) {
      const message = queue.shift() as Message
      events.push(...message.events)
      bytes += message.bytes
    }
    return { events, bytes }
  }

  const advance = (outcome: Exclude<CommitOutcome, { outcome: 'fenced' }>) => {
    const count = outcome.acked - acked
    acked = Math.max(acked, outcome.acked)
    if (count > 0) end.acknowledge(acked, count)
  }

  const settle = (outcome: CommitOutcome) => {
    if (outcome.outcome === 'fenced') return finish('fenced')
    advance(outcome)
    if (outcome.outcome === 'gap') finish('gap')
    else if (outcome.outcome === 'refused') finish('badMessage', outcome.message)
    else if (outcome.outcome === 'storage-full') {
      if (!full) end.full()
      setFull()
    }
  }

  const commitNext = async () => {
    const batch = takeBatch()
    const lie = await firstFalseDigest(end.orbId, batch.events)
    const events = lie === null ? batch.events : batch.events.slice(0, lie.index)
    const outcome = events.length > 0 ? await end.commit(events) : null
    if (stopped) return
    hold(-batch.bytes)
    if (outcome !== null) settle(outcome)
    if (lie !== null && !stopped && !full) finish('badMessage', lie.says)
  }

  const pump = async () => {
    if (busy) return
    busy = true
    try {
      while (queue.length > 0 && !stopped) await commitNext()
    } catch (error) {
      end.log.error({ orbId: end.orbId, err: error }, 'events could not be committed')
      finish('slow')
    } finally {
      busy = false
    }
  }

  return {
    take(events, bytes) {
      if (stopped || full) return
      const first = events[0]
      if (first === undefined) return
      if (awaitsRestart) {
        if (first.seq > acked + 1) return
        awaitsRestart = false
        next = acked + 1
      }
      const fresh: StreamEvent[] = []
      for (const event of events) {
        if (event.seq > next)
          return finish('gap', `Event ${event.seq} came where ${next} was due: send again from there.`)
        if (event.seq < next) continue
        next += 1
        fresh.push(event)
      }
      // All of it is there already or on its way: the one who sent it again may have missed the answer.
      if (fresh.length === 0) return end.acknowledge(acked, 0)
      queue.push({ events: fresh, bytes })
      hold(bytes)
      void pump()
    },
    storage(isFull) {
      if (isFull) setFull()
      else full = false
    },
    stop,
    get heldBytes() {
      return heldBytes
    },
  }
}
