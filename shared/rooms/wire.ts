/**
 * Message types of a room's socket: y-websocket's own, and ours from 100, which the stock client only logs.
 * All are unsigned varints at the head of a binary frame.
 */
export const MESSAGE = {
  sync: 0,
  awareness: 1,
  auth: 2,
  queryAwareness: 3,
  /** Desk, relay → writer, after the commit: varuint Yjs client id, varuint clock up to which (exclusive) it is kept. */
  kept: 100,
} as const

/** Sub-types of a sync message, as y-protocols numbers them. */
export const SYNC = { step1: 0, step2: 1, update: 2 } as const

/** The relay sends a small awareness frame this often: the stock client drops a link that was silent for 30 s. */
export const ROOM_HEARTBEAT_MS = 15_000
