import * as Y from 'yjs'
import type { Actor } from '../../shared/approvals/decision.ts'
import { toPerigeeError } from '../../shared/codes/perigee-error.ts'
import { queueOf, readQueue, type QueueItem } from '../../shared/desk/desk.ts'
import { Id } from '../../shared/ids.ts'
import { LIMITS } from '../../shared/limits.ts'
import { may } from '../../shared/people/grants.ts'
import type { Change } from '../ledger/ledger.ts'
import type { Desk, DeskContext } from './desk.ts'

/**
 * Turns ready queue items into prompts, one for each idle thread, in the order of the queue, whether somebody has the
 * desk open or not. The ledger decides each take once for all time; this only asks at the right moments, so that it
 * may ask too often and never too rarely. An item counts only while whoever made it ready may operate the orb.
 */
export class QueueTaker {
  readonly #context: DeskContext
  readonly #deskOf: (orbId: string) => Desk
  /** Called after a look at a desk: whoever keeps desks in memory may let it go. */
  readonly #onLooked: (orbId: string) => void
  /** Looks under way, and whether another was asked for meanwhile. */
  readonly #looks = new Map<string, { again: boolean }>()
  /** Desks that hold no ready item: only a commit can change that. */
  readonly #nothingReady = new Set<string>()
  /** Threads that are known to run: asking for them is in vain. */
  readonly #running = new Set<string>()
  /** Every orb that was heard of, and whether it is away: then nothing can be taken. */
  readonly #orbs = new Map<string, { readonly away: boolean }>()
  /** How ready items read at the last look: what reads otherwise now, somebody touched since. */
  readonly #read = new Map<string, ReadonlyMap<string, string>>()
  /** Items that were taken before and still stand on a desk. */
  readonly #settled = new Set<string>()
  #isClosed = false

  constructor(context: DeskContext, deskOf: (orbId: string) => Desk, onLooked: (orbId: string) => void) {
    this.#context = context
    this.#deskOf = deskOf
    this.#onLooked = onLooked
  }

  /** Looks at every desk once: what was ready when the relay went down is still to be taken. */
  async start(): Promise<void> {
    for (const orb of await this.#context.ledger.fleet()) {
      if (!this.#orbs.has(orb.orbId)) this.#noteOrb(orb.orbId, orb.awaySince !== null)
    }
  }

  /** A change of this desk was committed. */
  deskChanged(orbId: string): void {
    this.#nothingReady.delete(orbId)
    this.#look(orbId)
  }

  /** A file was handed in: an item may have waited for it. */
  attachmentCame(orbId: string): void {
    this.#look(orbId)
  }

  /** Takes committed changes: the end of a run, an effect of a command, an orb that is back. */
  feed(changes: readonly Change[]): void {
    for (const change of changes) {
      switch (change.type) {
        case 'removed':
          this.#orbs.delete(change.orbId)
          break
        case 'fleet':
          this.#noteOrb(change.orb.orbId, change.orb.awaySince !== null)
          break
        case 'thread':
          if (change.thread.run?.state === 'running') this.#running.add(change.thread.threadId)
          else this.#running.delete(change.thread.threadId)
          this.#look(change.orbId)
          break
        case 'command':
          this.#look(change.orbId)
          break
        case 'storage':
          if (!change.full) this.#lookAtAll()
          break
        default:
      }
    }
  }

  /** The roster has a new entry: somebody may operate who could not before. */
  rosterGrew(): void {
    this.#lookAtAll()
  }

  /** Asks no more. */
  close(): void {
    this.#isClosed = true
  }

  #noteOrb(orbId: string, away: boolean): void {
    this.#orbs.set(orbId, { away })
    this.#look(orbId)
  }

  #lookAtAll(): void {
    for (const orbId of this.#orbs.keys()) this.#look(orbId)
  }

  #look(orbId: string): void {
    if (this.#isClosed || this.#nothingReady.has(orbId) || this.#orbs.get(orbId)?.away === true) return
    const look = this.#looks.get(orbId)
    if (look !== undefined) {
      look.again = true
      return
    }
    const started = { again: false }
    this.#looks.set(orbId, started)
    this.#deskOf(orbId)
      .run((doc) => this.#take(orbId, doc))
      .catch((error: unknown) => {
        // An orb that was removed meanwhile has no desk any more.
        if (toPerigeeError(error).code === 'not-found') return
        this.#context.log.warn({ err: error, orbId }, 'a queue could not be looked at')
      })
      .finally(() => {
        this.#looks.delete(orbId)
        this.#onLooked(orbId)
        if (started.again) this.#look(orbId)
      })
  }

  /** Runs while the desk is held: the text that is taken is the committed one, and stays it until the take is. */
  async #take(orbId: string, doc: Y.Doc): Promise<void> {
    const ready = readQueue(doc).filter((item) => item.ready)
    this.#forgetSettled(orbId, ready)
    for (const threadId of this.#touched(orbId, doc, ready)) await this.#context.ledger.releaseQueue(orbId, threadId)
    const open = ready.filter((item) => isTakeable(item) && !this.#settled.has(settledKey(orbId, item.itemId)))
    if (open.length === 0) {
      this.#nothingReady.add(orbId)
      return
    }
    const passed = new Set<string>()
    for (const item of open) {
      if (passed.has(item.threadId) || this.#running.has(item.threadId)) continue
      if (await this.#takeItem(orbId, doc, item)) passed.add(item.threadId)
    }
  }

  /**
   * True when the thread has its answer for now: it got this item, or cannot get any. An item of nobody's is passed
   * over, as is one whose files have not come.
   */
  async #takeItem(orbId: string, doc: Y.Doc, item: QueueItem): Promise<boolean> {
    const { ledger, now } = this.#context
    const { itemId, threadId, text, attachments } = item
    const by = await this.#authorOf(orbId, doc, itemId)
    if (by === null) return false
    const { outcome } = await ledger.takeQueueItem({ orbId, itemId, threadId, text, attachments, by, at: now() })
    if (outcome === 'taken' || outcome === 'already') this.#settled.add(settledKey(orbId, itemId))
    return outcome !== 'already' && outcome !== 'files-missing'
  }

  /** Who made an item ready, while they may operate the orb; null also where that device was taken from them. */
  async #authorOf(orbId: string, doc: Y.Doc, itemId: string): Promise<Actor | null> {
    const { ledger, rosters, now } = this.#context
    const writer = readyWriterOf(doc, itemId)
    const by = writer === null ? null : await ledger.deskWriter(orbId, writer)
    if (by === null || this.#isTaken(by.deviceId)) return null
    return may(rosters.grantsOf(by.personId), 'operate', { kind: 'orb', orbId }, now()) ? by : null
  }

  /** A phone that was lost may have made anything ready; one that signed itself out has only left. */
  #isTaken(deviceId: string): boolean {
    const { rosters } = this.#context
    const version = rosters.present?.devices.get(deviceId)?.revokedIn ?? null
    if (version === null) return false
    const change = rosters.entriesAfter(version - 1)[0]?.change
    return !(change?.kind === 'device.revoke' && change.why === 'signed-out')
  }

  /** Threads in whose queues somebody made, edited or released something since the last look: a stop holds them no more. */
  #touched(orbId: string, doc: Y.Doc, ready: readonly QueueItem[]): ReadonlySet<string> {
    const before = this.#read.get(orbId)
    const after = new Map(ready.map((item) => [item.itemId, readyMarkOf(doc, item)]))
    this.#read.set(orbId, after)
    if (before === undefined) return new Set()
    return new Set(
      ready.filter(({ itemId }) => before.get(itemId) !== after.get(itemId)).map(({ threadId }) => threadId),
    )
  }

  #forgetSettled(orbId: string, ready: readonly QueueItem[]): void {
    const present = new Set(ready.map((item) => settledKey(orbId, item.itemId)))
    for (const key of this.#settled) if (key.startsWith(orbId + ' ') && !present.has(key)) this.#settled.delete(key)
  }
}

function settledKey(orbId: string, itemId: string): string {
  return orbId + ' ' + itemId
}

/** An item that can become a prompt as it stands. Others stay on the desk, and do not hold up those behind them. */
function isTakeable({ itemId, threadId, text }: QueueItem): boolean {
  const named = Id.safeParse(itemId).success && Id.safeParse(threadId).success
  return named && text.trim() !== '' && Buffer.byteLength(text) <= LIMITS.promptBytes
}

/** Changes whenever somebody edits an item or makes it ready, even where it was ready before. */
function readyMarkOf(doc: Y.Doc, { itemId, text }: QueueItem): string {
  const item = queueOf(doc).get(itemId)
  const id = item instanceof Y.Map ? item._map.get('ready')?.id : undefined
  return [id?.client, id?.clock, text].join(' ')
}

/** The Yjs client id under which an item was last made ready. */
function readyWriterOf(doc: Y.Doc, itemId: string): number | null {
  const item = queueOf(doc).get(itemId)
  return item instanceof Y.Map ? (item._map.get('ready')?.id.client ?? null) : null
}
