import { PerigeeError, toPerigeeError } from '../../../shared/codes/perigee-error.ts'
import type { Call, CallArgs, Commit, Reply } from '../calls/calls.ts'
import { HANDLERS, READS } from '../calls/handlers.ts'
import { isDuplicate, isMissingReference, isStorageError } from '../dialect/open.ts'
import type { Store } from '../store/store.ts'
import { ackedOf } from '../transcripts/streams.ts'
import { changesOf } from './changes.ts'
import { Undo, type Operation } from './operation.ts'
import { Pace } from './pace.ts'
import type { Space } from './space.ts'
import { Touched } from './touched.ts'

/** What a group of calls is carried out with. */
export interface GroupOptions {
  readonly store: Store
  readonly space: Space
  readonly epoch: string
  readonly warn: (message: string) => void
  /** Gets every commit right after it is synced. */
  readonly publish: (commit: Commit) => void
}

/** How often an orb's or a thread's mere activity is told, in milliseconds: a list of orbs need not show every token. */
export const ACTIVITY_EVERY_MS = 1000

/** Thrown where not one call but the whole transaction failed. */
class GroupFailure extends Error {}

/**
 * Carries out calls in the order in which they came, all of a group in one transaction: one sync for all of them.
 * A call that throws undoes only what it wrote itself.
 */
export class GroupCommit {
  readonly #options: GroupOptions
  readonly #orbs = new Pace(ACTIVITY_EVERY_MS)
  readonly #threads = new Pace(ACTIVITY_EVERY_MS)
  #full = false
  #commits = 0

  constructor(options: GroupOptions) {
    this.#options = options
  }

  /** True while events are refused. */
  get full(): boolean {
    return this.#full
  }

  /** True while activity is still to be told. */
  get owesActivity(): boolean {
    return this.#orbs.owes || this.#threads.owes
  }

  /** Tells the activity that is due; to be called soon while `owesActivity`. */
  tellActivity(): void {
    const touched = new Touched()
    this.#admitActivity(touched)
    const changes = changesOf(this.#options.store, touched)
    if (changes.length > 0) this.#options.publish({ changes, replies: [] })
  }

  /** Carries out a group and publishes what came of it. */
  run(calls: readonly Call[]): void {
    for (const commit of this.#carryOutAll(calls)) this.#options.publish(commit)
    this.#tellStorage()
  }

  /** Tries whether there is room again; to be called now and then while `full`. */
  lookForRoom(): void {
    if (this.#options.space.hasFailed) this.#probe()
    this.#tellStorage()
  }

  #carryOutAll(calls: readonly Call[]): Commit[] {
    try {
      return [this.#together(calls)]
    } catch (error) {
      // One call too many for the disk must not cost the others: now each gets a transaction of its own.
      return calls.map((call) => this.#alone(call, error))
    }
  }

  #together(calls: readonly Call[]): Commit {
    const { store } = this.#options
    const touched = new Touched()
    store.control(calls.every((call) => READS.has(call.name)) ? 'BEGIN' : 'BEGIN IMMEDIATE')
    try {
      const replies = this.#replies(calls, touched)
      this.#admitActivity(touched)
      const changes = changesOf(store, touched)
      store.control('COMMIT')
      this.#commits += 1
      return { changes, replies }
    } catch (error) {
      if (store.inTransaction) store.control('ROLLBACK')
      throw error
    }
  }

  /**
   * Writes first, in order, then reads: the feed tells all of a commit before anyone is answered, so what a read
   * returns has to hold all of it.
   */
  #replies(calls: readonly Call[], touched: Touched): Reply[] {
    const replies = new Map<number, Reply>()
    for (const call of calls) if (!READS.has(call.name)) replies.set(call.id, this.#reply(call, touched))
    for (const call of calls) if (READS.has(call.name)) replies.set(call.id, this.#reply(call, touched))
    return calls.flatMap(({ id }) => replies.get(id) ?? [])
  }

  #admitActivity(touched: Touched): void {
    for (const orbId of this.#orbs.admit(touched.activeOrbs)) {
      touched.orbs.add(orbId)
      touched.fleet.add(orbId)
    }
    for (const threadId of this.#threads.admit(touched.activeThreads)) touched.threads.add(threadId)
    this.#threads.settle(touched.threads)
  }

  #alone(call: Call, earlier: unknown): Commit {
    try {
      return this.#together([call])
    } catch (error) {
      const cause = error instanceof GroupFailure ? (error.cause ?? earlier) : error
      return { changes: [], replies: [this.#failed(call, cause)] }
    }
  }

  #reply(call: Call, group: Touched): Reply {
    const { store } = this.#options
    const touched = new Touched()
    try {
      const work = (): unknown => this.#carryOut(call, touched)
      const value = READS.has(call.name) ? work() : store.attempt(work)
      group.add(touched)
      return { id: call.id, value }
    } catch (error) {
      if (!store.inTransaction) throw new GroupFailure('The transaction was rolled back.', { cause: error })
      if (error instanceof Undo) return { id: call.id, value: error.value }
      return this.#failed(call, error)
    }
  }

  #carryOut(call: Call, touched: Touched): unknown {
    const { store, space, epoch, warn } = this.#options
    const op: Operation = { store, touched, space, epoch, warn, commits: this.#commits }
    // The caller's own types guarantee that name and arguments belong together.
    const handler = HANDLERS[call.name] as (op: Operation, ...args: readonly unknown[]) => unknown
    return handler(op, ...call.args)
  }

  #failed(call: Call, error: unknown): Reply {
    if (isStorageError(error)) {
      this.#options.space.failed()
      this.#options.space.refused()
      if (call.name === 'commitEvents') return { id: call.id, value: this.#eventsRefused(call) }
    }
    const { code, message } = explain(error, this.#options.warn)
    return { id: call.id, error: { code, message } }
  }

  #eventsRefused(call: Call): unknown {
    const [batch] = call.args as CallArgs<'commitEvents'>
    return { outcome: 'storage-full', acked: ackedOf(this.#options.store, batch.orbId, batch.stream) }
  }

  /** Tries a small write, to know whether a failure is over. */
  #probe(): void {
    const { store, space } = this.#options
    try {
      store.control('BEGIN IMMEDIATE')
      store.control("UPDATE ledger_meta SET value = value WHERE name = 'epoch'")
      store.control('COMMIT')
      space.recovered()
    } catch {
      if (store.inTransaction) store.control('ROLLBACK')
    }
  }

  /** Says so on the feed where the ledger has become full, or has room again. */
  #tellStorage(): void {
    const { space } = this.#options
    // Room may have come back within this very commit; who was refused still has to hear both.
    const full = space.takeRefused() || space.refusesEvents()
    if (full === this.#full) return
    this.#full = full
    this.#options.publish({ changes: [{ type: 'storage', full }], replies: [] })
  }
}

function explain(error: unknown, warn: (message: string) => void): PerigeeError {
  if (isStorageError(error))
    return new PerigeeError(
      'storage-full',
      'The relay cannot store anything more. What it confirmed is kept; this was not. Free some space, then try again.',
    )
  if (isMissingReference(error)) return new PerigeeError('not-found', 'There is no such orb here. Nothing was changed.')
  if (isDuplicate(error)) return new PerigeeError('conflict', 'This id was used before. Nothing was changed.')
  if (!(error instanceof PerigeeError)) warn('A ledger operation failed: ' + String(error))
  return toPerigeeError(error)
}
