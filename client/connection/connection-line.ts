import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { RoomMeta } from '../../shared/rooms/content.ts'
import type { RoomStatus } from '../rooms/room-status.ts'
import { connectionWords } from './words.ts'

/** What the connection line is drawn from. */
export interface ConnectionFacts {
  /** False where the device itself says that it has no network. */
  readonly online: boolean
  /** The room that the page stands on. */
  readonly room: RoomStatus
  readonly meta: RoomMeta | null
  /** Since when the orb on screen is away from the relay; null: it is there, or no orb is on screen. */
  readonly orbAwaySince: number | null
}

/** One sentence about the first hop that is down, and how old what is shown is. */
export interface ConnectionLine {
  readonly text: string
  readonly bad: boolean
  /** The relay's clock at the newest change that is shown; given only where that is not now. */
  readonly asOf: number | undefined
}

/** The connection line: device before relay before orb, since a hop says nothing about those behind it. */
export function connectionLine(facts: ConnectionFacts): ConnectionLine {
  const asOf = facts.meta?.asOf
  // What the device says of itself counts once nothing answers: a relay on this machine needs no network, and a phone
  // that wakes has it back in a moment.
  if (!facts.online && facts.room.state === 'away') return { text: connectionWords.deviceOffline, bad: true, asOf }
  if (facts.room.state === 'refused') return { text: refusal(facts.room.code), bad: true, asOf }
  if (facts.room.state === 'away') return { text: connectionWords.relayAway, bad: true, asOf: asOf ?? facts.room.since }
  if (facts.room.state === 'catching-up') return { text: connectionWords.catchingUp, bad: false, asOf }
  if (facts.meta?.storageFull === true) return { text: connectionWords.storageFull, bad: true, asOf: undefined }
  if (facts.orbAwaySince !== null) return { text: connectionWords.orbAway, bad: true, asOf: facts.orbAwaySince }
  return { text: connectionWords.connected, bad: false, asOf: undefined }
}

function refusal(code: number): string {
  if (code === CLOSE.unauthenticated.code) return connectionWords.signedOut
  if (code === CLOSE.forbidden.code) return connectionWords.forbidden
  if (code === CLOSE.notFound.code) return connectionWords.notThere
  if (code === CLOSE.protocol.code) return connectionWords.otherVersion
  return connectionWords.refused
}
