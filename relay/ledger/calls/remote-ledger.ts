import { PerigeeError } from '../../../shared/codes/perigee-error.ts'
import { isDeeperThan } from '../../../shared/json/depth.ts'
import { LIMITS } from '../../../shared/limits.ts'
import type { Change, Ledger } from '../ledger.ts'
import type { Call, CallName, Commit } from './calls.ts'

/** The way to the side that holds the file. */
export interface LedgerWay {
  readonly epoch: string
  /** Hands over calls, in order. */
  post(calls: readonly Call[]): void
  /** Ends the other side, after all that was posted is done. */
  close(): Promise<void>
}

interface Outstanding {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Every operation by its name; the compiler checks that none is missing. */
const NAMES: { readonly [N in CallName]: true } = {
  openLink: true,
  closeLink: true,
  commitEvents: true,
  voidUnlisted: true,
  unfinishedCommands: true,
  recordCommand: true,
  decide: true,
  expireDue: true,
  takeQueueItem: true,
  releaseQueue: true,
  approval: true,
  inbox: true,
  fleet: true,
  accountOfOrb: true,
  addEnrolment: true,
  removeOrb: true,
  createNoteToken: true,
  noteTokens: true,
  revokeNoteToken: true,
  noteTokenOf: true,
  addNote: true,
  orb: true,
  threadTail: true,
  entriesBefore: true,
  search: true,
  rawEvents: true,
  orbOfThread: true,
  newIncarnation: true,
  deskUpdates: true,
  appendDesk: true,
  deskWriter: true,
  compactDesk: true,
  roster: true,
  appendRoster: true,
  openSession: true,
  session: true,
  endSessions: true,
  deviceSeen: true,
  deviceActivity: true,
  openInvitation: true,
  invitation: true,
  invitationOfToken: true,
  requestJoin: true,
  revealNonce: true,
  burnInvitation: true,
  recordBlob: true,
  hasBlob: true,
  threadsOfBlob: true,
  removeDraftFile: true,
  noteRefusal: true,
  auditRows: true,
  stats: true,
}

/**
 * The calling side of a ledger: turns method calls into messages, and commits into promises that resolve and a feed.
 * Calls that are made in one turn travel together.
 */
export class RemoteLedger {
  readonly #outstanding = new Map<number, Outstanding>()
  readonly #listeners = new Set<(changes: readonly Change[]) => void>()
  #unsent: Call[] = []
  #nextId = 1
  #way: LedgerWay | null = null
  #over: PerigeeError | null = null

  /** The ledger, once the other side is there. */
  open(way: LedgerWay): Ledger {
    this.#way = way
    const operations = Object.fromEntries(
      Object.keys(NAMES).map((name) => [name, (...args: unknown[]) => this.#call(name as CallName, args)]),
    )
    return {
      ...(operations as unknown as Pick<Ledger, CallName>),
      epoch: way.epoch,
      subscribe: (listener) => {
        this.#listeners.add(listener)
        return () => this.#listeners.delete(listener)
      },
      close: () => this.#close(),
    }
  }

  /** Takes a commit from the other side: tells the feed first, then the callers. */
  receive({ changes, replies }: Commit): void {
    const failures: unknown[] = []
    if (changes.length > 0) for (const listener of this.#listeners) attempt(() => listener(changes), failures)
    for (const reply of replies) {
      const call = this.#outstanding.get(reply.id)
      this.#outstanding.delete(reply.id)
      if (call === undefined) continue
      if ('error' in reply) call.reject(new PerigeeError(reply.error.code, reply.error.message))
      else call.resolve(reply.value)
    }
    // A listener that throws is a mistake of ours, but no reason to leave callers without their answer.
    if (failures.length > 0) throw new AggregateError(failures, 'A listener of the feed failed.')
  }

  /** The other side is gone: what it has not answered fails, and so does every later call. */
  fail(error: PerigeeError): void {
    this.#over ??= error
    for (const { reject } of this.#outstanding.values()) reject(error)
    this.#outstanding.clear()
  }

  #call(name: CallName, args: readonly unknown[]): Promise<unknown> {
    if (this.#over !== null) return Promise.reject(this.#over)
    // Deeper values may pass one thread's stack and overflow the other's, each time that they are read again.
    if (isDeeperThan(args, LIMITS.jsonDepth + 4))
      return Promise.reject(
        new PerigeeError('bad-request', 'This is nested too deeply to be kept. Nothing was changed.'),
      )
    return new Promise((resolve, reject) => {
      const id = this.#nextId++
      this.#outstanding.set(id, { resolve, reject })
      if (this.#unsent.push({ id, name, args }) === 1) queueMicrotask(() => this.#send())
    })
  }

  #send(): void {
    const calls = this.#unsent
    this.#unsent = []
    if (calls.length > 0) this.#way?.post(calls)
  }

  async #close(): Promise<void> {
    if (this.#over !== null) return
    this.#send()
    this.#over = new PerigeeError('unavailable', 'The relay is shutting down. Try again in a moment.')
    await this.#way?.close()
    this.fail(this.#over)
  }
}

function attempt(work: () => void, failures: unknown[]): void {
  try {
    work()
  } catch (error) {
    failures.push(error)
  }
}
