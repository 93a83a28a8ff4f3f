import * as Y from 'yjs'
import type { CloseName } from '../../shared/codes/close-codes.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { LIMITS } from '../../shared/limits.ts'
import { awarenessFrame, keptFrame, readFrame, step1Frame, step2Frame, updateFrame } from '../rooms/frames.ts'
import type { RoomSocket } from '../rooms/room-socket.ts'
import { readVector } from '../rooms/step1.ts'
import type { RoomTiming } from '../rooms/timing.ts'
import type { Desk, DeskContext, DeskWrite } from './desk.ts'
import { Presence } from './presence.ts'

/** Bytes of one device that may wait for their turn: a whole upload and what is typed meanwhile. */
const WAITING_BYTES = 2 * LIMITS.deskStep2Bytes

/** What a refused write closes the socket with. */
const REFUSALS: Readonly<Record<Exclude<DeskWrite['outcome'], 'kept'>, CloseName>> = {
  malformed: 'badMessage',
  incomplete: 'badMessage',
  'foreign-client': 'forbidden',
  'too-large': 'tooLarge',
}

interface Member {
  /** Its first step is answered: it follows, and sees who is present. */
  synced: boolean
  waitingBytes: number
  readonly deadline: NodeJS.Timeout
}

/** The sockets at one desk: the sync protocol in both directions, presence, and `kept` after the commit. */
export class DeskRoom {
  readonly #desk: Desk
  readonly #context: DeskContext
  readonly #timing: RoomTiming
  readonly #members = new Map<RoomSocket, Member>()
  readonly #presence: Presence<RoomSocket>
  #presenceTimer: NodeJS.Timeout | null = null
  /** Called after every committed change. */
  readonly #onCommit: () => void

  constructor(desk: Desk, context: DeskContext, timing: RoomTiming, onCommit: () => void) {
    this.#desk = desk
    this.#context = context
    this.#timing = timing
    this.#onCommit = onCommit
    this.#presence = new Presence(context.now)
  }

  /** Sockets in the room. */
  get size(): number {
    return this.#members.size
  }

  /** Takes a socket; `onLeft` is called when it is gone. */
  join(socket: RoomSocket, onLeft: () => void): void {
    const deadline = setTimeout(() => socket.close('slow'), this.#timing.firstStepMs)
    this.#members.set(socket, { synced: false, waitingBytes: 0, deadline })
    this.#presence.join(socket, socket.device)
    socket.onFrame = (data) => this.#receive(socket, data)
    socket.onClosed = () => {
      this.#leave(socket)
      onLeft()
    }
  }

  /** Says who is here, which is a sign of life as well: clients forget whom they have not heard of for 30 s. */
  heartbeat(): void {
    for (const [socket, { synced }] of this.#members) {
      socket.checkAlive(this.#timing.deadAfterMs)
      if (synced) socket.send(awarenessFrame(this.#presence.everybodyFor(socket)))
    }
  }

  /** Closes every socket. */
  end(name: CloseName): void {
    if (this.#presenceTimer !== null) clearTimeout(this.#presenceTimer)
    for (const [socket, { deadline }] of this.#members) {
      clearTimeout(deadline)
      socket.close(name)
    }
  }

  #receive(socket: RoomSocket, data: Uint8Array): void {
    const member = this.#members.get(socket)
    if (member === undefined) return
    const frame = readFrame(data)
    if (frame === null) {
      socket.close('badMessage')
      return
    }
    switch (frame.type) {
      case 'step1':
        this.#inLine(socket, member, data.byteLength, () => this.#answer(socket, member, frame.vector))
        break
      case 'step2':
      case 'update': {
        const limit = frame.type === 'update' ? LIMITS.deskUpdateBytes : LIMITS.deskStep2Bytes
        if (frame.update.byteLength > limit) socket.close('tooLarge')
        else
          this.#inLine(socket, member, data.byteLength, () =>
            this.#desk.write(frame.update, socket.device, (result) => this.#tell(socket, result)),
          )
        break
      }
      case 'awareness':
        if (this.#presence.receive(socket, frame.update)) this.#planPresence()
        break
      case 'query-awareness':
        socket.send(awarenessFrame(this.#presence.everybodyFor(socket)))
        break
      case 'other':
    }
  }

  /** Does one thing of a socket; the desk keeps the order in which they were asked for. */
  #inLine(socket: RoomSocket, member: Member, bytes: number, job: () => Promise<void>): void {
    member.waitingBytes += bytes
    if (member.waitingBytes > WAITING_BYTES) {
      socket.close('slow')
      return
    }
    job()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        member.waitingBytes -= bytes
      })
  }

  async #answer(socket: RoomSocket, member: Member, vector: Uint8Array): Promise<void> {
    if (readVector(vector) === null) {
      socket.close('badMessage')
      return
    }
    await this.#desk.run((doc) => {
      if (socket.closing) return
      clearTimeout(member.deadline)
      member.synced = true
      socket.send(step2Frame(Y.encodeStateAsUpdate(doc, vector)))
      socket.send(step1Frame(Y.encodeStateVector(doc)))
      socket.send(awarenessFrame(this.#presence.everybodyFor(socket)))
    })
  }

  #tell(socket: RoomSocket, result: DeskWrite): void {
    if (result.outcome !== 'kept') {
      socket.close(REFUSALS[result.outcome])
      return
    }
    for (const [client, clock] of result.clocks) socket.send(keptFrame(client, clock))
    if (result.change === null) return
    const frame = updateFrame(result.change)
    for (const [other, { synced }] of this.#members) if (synced && other !== socket) other.send(frame)
    this.#onCommit()
  }

  /** The ledger failed, or there is no such orb: nobody can be sure what is committed, so everybody asks again. */
  #fail(error: unknown): void {
    const code = error instanceof PerigeeError ? error.code : 'internal'
    if (code === 'not-found') this.end('notFound')
    else if (code === 'storage-full') this.end('storageFull')
    else {
      this.#context.log.error({ err: error, orbId: this.#desk.orbId }, 'a desk failed')
      this.end('slow')
    }
  }

  #leave(socket: RoomSocket): void {
    const member = this.#members.get(socket)
    if (member === undefined) return
    clearTimeout(member.deadline)
    this.#members.delete(socket)
    const farewell = this.#presence.leave(socket)
    if (farewell !== null) this.#sendPresence(() => farewell)
  }

  #planPresence(): void {
    this.#presenceTimer ??= setTimeout(() => {
      this.#presenceTimer = null
      const { states, isMoreLeft } = this.#presence.gather()
      const shared = this.#presence.updateFor(null, states)
      this.#sendPresence((socket) => (states.has(socket) ? this.#presence.updateFor(socket, states) : shared))
      if (isMoreLeft) this.#planPresence()
    }, this.#timing.presenceMs)
  }

  #sendPresence(updateFor: (socket: RoomSocket) => Uint8Array | null): void {
    for (const [socket, { synced }] of this.#members) {
      const update = synced ? updateFor(socket) : null
      if (update !== null) socket.send(awarenessFrame(update))
    }
  }
}
