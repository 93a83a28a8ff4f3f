import { roomName } from '../shared/rooms/names.ts'
import { rememberedSession } from './devices/remembered-session.ts'
import { preloadPage } from './pages.ts'
import { readAhead } from './rooms/snapshots.ts'

/** The ground of the page stands meanwhile. What comes later than this finds the app's own frame. */
const PATIENCE_MS = 200

/**
 * Fetches what this device shows first: the code of the page that was called, and what was seen of its rooms. Done when
 * that is there, so that the first drawing has it, or after a moment. Never rejects.
 */
export async function firstContent(): Promise<void> {
  const last = rememberedSession()
  if (last === null) return
  const { pathname } = location
  const [, orbId, threadId] = /^\/o\/([^/]+)(?:\/t\/([^/]+))?$/.exec(pathname) ?? []
  const rooms = [
    roomName('fleet', last.personId),
    ...(orbId === undefined ? [] : [roomName('orb', orbId)]),
    ...(threadId === undefined ? [] : [roomName('thread', threadId)]),
  ]
  await Promise.race([
    Promise.all([preloadPage(pathname), ...rooms.map((room) => readAhead(last.epoch, room))]),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
}
