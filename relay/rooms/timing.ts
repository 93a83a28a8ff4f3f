import { ROOM_HEARTBEAT_MS } from '../../shared/rooms/wire.ts'

/** The named bounds of rooms: times in milliseconds, counts. */
export interface RoomTiming {
  readonly heartbeatMs: number
  /** A socket that has not even answered a ping for this long is ended: two heartbeats and a slow network. */
  readonly deadAfterMs: number
  /** How long a room stays in memory after its last viewer: a reload or a lost signal gets the difference, not the whole. */
  readonly keepMs: number
  /** A viewer says within this time what it has. */
  readonly firstStepMs: number
  /** Facts that may wait (times, heads) are written at most this often. */
  readonly settleMs: number
  /** From this many viewers on a tick is longer than one turn of the event loop: each frame costs a write per viewer. */
  readonly manyViewers: number
  readonly manyViewersTickMs: number
  /** Frames of one viewer that may wait for the room to be loaded. */
  readonly waitingFrames: number
  /**
   * An incarnation with more Yjs structs ends. At 5,000 what is left of earlier writes costs a newcomer about 50 KB; an
   * hour of streaming with one settling each second stays below. Appending gets 50 times slower past 16,000 entries.
   */
  readonly structsPerIncarnation: number
  /** Presence of a desk is gathered this long. */
  readonly presenceMs: number
}

/** What a relay uses. */
export const ROOM_TIMING: RoomTiming = {
  heartbeatMs: ROOM_HEARTBEAT_MS,
  deadAfterMs: 40_000,
  keepMs: 30_000,
  firstStepMs: 10_000,
  settleMs: 1000,
  manyViewers: 20,
  manyViewersTickMs: 16,
  waitingFrames: 16,
  structsPerIncarnation: 5000,
  presenceMs: 100,
}
