import * as Y from 'yjs'
import { getState } from 'yjs'
import type { Logger } from 'pino'
import type { CloseName } from '../../shared/codes/close-codes.ts'
import type { Change, Ledger } from '../ledger/ledger.ts'
import { setFact, type RoomContent } from './content.ts'
import { HEARTBEAT_FRAME, readFrame, step2Frame, updateFrame } from './frames.ts'
import type { RoomSocket } from './room-socket.ts'
import { isEmptyUpdate, judgeStep1 } from './step1.ts'
import type { RoomTiming } from './timing.ts'

/** What the relay as a whole shares with each projection. */
export interface ProjectionContext {
  readonly ledger: Ledger
  readonly log: Logger
  readonly now: () => number
  readonly timing: RoomTiming
  readonly isStorageFull: () => boolean
  /** Called once, when this incarnation takes no more viewers. */
  readonly onEnd: () => void
}

interface Viewer {
  /** It has been answered: only then it follows. */
  synced: boolean
  readonly deadline: NodeJS.Timeout
  /** Frames that came while the room was loaded, in order. */
  readonly early: Uint8Array[]
}

/**
 * One incarnation of a room that the relay alone writes: a Y.Doc in memory, made from the ledger under a client id of
 * its own that was committed before the first frame. It follows the feed until it ends; another life of the same room
 * is another object. The document is never read back: what it says is decided by the content.
 */
export class Projection {
  readonly #name: string
  readonly #content: RoomContent
  readonly #context: ProjectionContext
  readonly #doc = new Y.Doc()
  readonly #viewers = new Map<RoomSocket, Viewer>()
  #state: 'loading' | 'live' | 'ended' = 'loading'
  #changes: Change[] = []
  #isFlushPlanned = false
  #settleTimer: NodeJS.Timeout | null = null
  #settledAt = -Infinity
  #changedAt = 0
  #leaveTimer: NodeJS.Timeout | null = null
  /** The answer to a viewer that has nothing, as long as nothing changes. */
  #whole: Uint8Array | null = null

  constructor(name: string, content: RoomContent, context: ProjectionContext) {
    this.#name = name
    this.#content = content
    this.#context = context
    this.#doc.on('update', (update: Uint8Array) => this.#broadcast(update))
    this.#load().catch((error: unknown) => {
      context.log.error({ err: error, room: name }, 'a room could not be loaded')
      this.end('slow')
    })
  }

  /** Sockets in the room. */
  get viewers(): number {
    return this.#viewers.size
  }

  /** Takes a viewer; it is answered when it says what it has. */
  join(socket: RoomSocket): void {
    if (this.#leaveTimer !== null) clearTimeout(this.#leaveTimer)
    this.#leaveTimer = null
    const deadline = setTimeout(() => socket.close('slow'), this.#context.timing.firstStepMs)
    const viewer: Viewer = { synced: false, deadline, early: [] }
    this.#viewers.set(socket, viewer)
    socket.onFrame = (data) => {
      if (this.#state !== 'loading') this.#receive(socket, data)
      else if (viewer.early.length < this.#context.timing.waitingFrames) viewer.early.push(data)
      else socket.close('slow')
    }
    socket.onClosed = () => this.#leave(socket)
  }

  /** Takes committed changes, in order. */
  feed(changes: readonly Change[]): void {
    if (this.#state === 'ended') return
    for (const change of changes) this.#changes.push(change)
    if (this.#state === 'live') this.#planFlush()
  }

  /** Writes again what the content says of itself: something that stands in no change has changed. */
  refresh(): void {
    if (this.#state === 'live') this.#planFlush()
  }

  /** Shows every viewer that the connection is alive. */
  heartbeat(): void {
    for (const [socket, viewer] of this.#viewers) {
      socket.checkAlive(this.#context.timing.deadAfterMs)
      if (viewer.synced) socket.send(HEARTBEAT_FRAME)
    }
  }

  /** Ends this incarnation: every viewer is closed with the code, and nothing is kept in memory. */
  end(name: CloseName): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    if (this.#settleTimer !== null) clearTimeout(this.#settleTimer)
    if (this.#leaveTimer !== null) clearTimeout(this.#leaveTimer)
    for (const [socket, { deadline }] of this.#viewers) {
      clearTimeout(deadline)
      socket.close(name)
    }
    this.#viewers.clear()
    this.#changes = []
    this.#doc.destroy()
    this.#context.onEnd()
  }

  async #load(): Promise<void> {
    const { ledger } = this.#context
    // Both are asked at once; changes that the feed brings meanwhile are counted after the snapshot.
    const [incarnation, found] = await Promise.all([ledger.newIncarnation(this.#name), this.#content.load()])
    if (this.#state === 'ended') return
    if (!found) {
      this.end('notFound')
      return
    }
    this.#doc.clientID = incarnation
    this.#state = 'live'
    this.#doc.transact(() => {
      const meta = this.#doc.getMap('meta')
      setFact(meta, 'epoch', ledger.epoch)
      setFact(meta, 'incarnation', incarnation)
    })
    this.#flush()
    for (const [socket, { early }] of this.#viewers) for (const data of early.splice(0)) this.#receive(socket, data)
  }

  #receive(socket: RoomSocket, data: Uint8Array): void {
    if (socket.closing || this.#state !== 'live') return
    const frame = readFrame(data)
    if (frame === null) socket.close('badMessage')
    else if (frame.type === 'step1') this.#answer(socket, frame.vector)
    else if (frame.type === 'step2' || frame.type === 'update') {
      const empty = isEmptyUpdate(frame.update)
      if (empty !== true) socket.close(empty === null ? 'badMessage' : 'readOnly')
    }
    // Presence of a viewer, and what this relay does not know, has no effect in a projection.
  }

  #answer(socket: RoomSocket, vector: Uint8Array): void {
    const verdict = judgeStep1(vector, this.#doc.clientID, getState(this.#doc.store, this.#doc.clientID))
    if (verdict !== 'ok') {
      socket.close(verdict === 'stale' ? 'staleRoom' : 'badMessage')
      return
    }
    const viewer = this.#viewers.get(socket)
    if (viewer === undefined) return
    clearTimeout(viewer.deadline)
    viewer.synced = true
    // An empty vector is one byte long.
    socket.send(vector.byteLength > 1 ? step2Frame(Y.encodeStateAsUpdate(this.#doc, vector)) : this.#wholeFrame())
  }

  #wholeFrame(): Uint8Array {
    this.#whole ??= step2Frame(Y.encodeStateAsUpdate(this.#doc))
    return this.#whole
  }

  #leave(socket: RoomSocket): void {
    const viewer = this.#viewers.get(socket)
    if (viewer === undefined) return
    clearTimeout(viewer.deadline)
    this.#viewers.delete(socket)
    if (this.#viewers.size > 0) return
    this.#leaveTimer = setTimeout(() => this.end('slow'), this.#context.timing.keepMs)
    this.#leaveTimer.unref()
  }

  #planFlush(): void {
    if (this.#isFlushPlanned) return
    this.#isFlushPlanned = true
    const flush = (): void => {
      this.#isFlushPlanned = false
      if (this.#state === 'live') this.#flush()
    }
    const { manyViewers, manyViewersTickMs } = this.#context.timing
    if (this.#viewers.size < manyViewers) setImmediate(flush)
    else setTimeout(flush, manyViewersTickMs)
  }

  /** One transaction, so one frame for all viewers, for everything that came since the last. */
  #flush(): void {
    const changes = this.#changes.splice(0)
    for (const change of changes) this.#content.stage(change)
    const now = this.#context.now()
    if (changes.length > 0 || this.#changedAt === 0) this.#changedAt = now
    const settle = now - this.#settledAt >= this.#context.timing.settleMs || now < this.#settledAt
    const left = this.#doc.transact(() => {
      const rest = this.#content.write(this.#doc, settle)
      const meta = this.#doc.getMap('meta')
      setFact(meta, 'storageFull', this.#context.isStorageFull())
      if (settle) setFact(meta, 'asOf', this.#changedAt)
      return rest
    })
    if (settle) this.#settledAt = now
    else if (this.#settleTimer === null) this.#planSettling()
    if (left === 'more') this.#planFlush()
    if (this.#structs() > this.#context.timing.structsPerIncarnation) this.end('staleRoom')
  }

  #planSettling(): void {
    this.#settleTimer = setTimeout(() => {
      this.#settleTimer = null
      this.#planFlush()
    }, this.#context.timing.settleMs)
  }

  #broadcast(update: Uint8Array): void {
    this.#whole = null
    const frame = updateFrame(update)
    for (const [socket, viewer] of this.#viewers) if (viewer.synced) socket.send(frame)
  }

  #structs(): number {
    return this.#doc.store.clients.get(this.#doc.clientID)?.length ?? 0
  }
}
