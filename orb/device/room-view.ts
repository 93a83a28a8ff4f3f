import { createDecoder, readVarUint } from 'lib0/decoding'
import { createEncoder, toUint8Array, writeVarUint } from 'lib0/encoding'
import { WebSocket } from 'ws'
import { readSyncMessage, writeSyncStep1 } from 'y-protocols/sync'
import * as Y from 'yjs'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { FleetOrb, OrbView } from '../../shared/rooms/content.ts'
import { roomName } from '../../shared/rooms/names.ts'
import { MESSAGE, SYNC } from '../../shared/rooms/wire.ts'
import type { RelayClient } from './relay-client.ts'

/** A room that has not come by then will not come. */
const ROOM_MS = 15_000
const ROOM_BYTES = 64 * 1024 * 1024

/** The orbs that this device's person may see. */
export async function readFleet(client: RelayClient): Promise<readonly FleetOrb[]> {
  const { personId } = await client.session()
  const doc = await readRoom(client, roomName('fleet', personId))
  return [...doc.getMap('orbs').values()].flatMap((value) => {
    const orb = FleetOrb.safeParse(value)
    return orb.success ? [orb.data] : []
  })
}

/** An orb as its room says it is. */
export async function readOrb(client: RelayClient, orbId: string): Promise<OrbView> {
  const doc = await readRoom(client, roomName('orb', orbId))
  const orb = OrbView.safeParse(doc.getMap('orb').get('state'))
  if (!orb.success) throw notSeen()
  return orb.data
}

/**
 * A room's document as it stands now: asked for once, then the socket is closed.
 * @throws PerigeeError where this device may not see it, or it does not come
 */
async function readRoom(client: RelayClient, name: string): Promise<Y.Doc> {
  const path = `/rooms/${name}`
  const authorization = await client.proof('GET', path, null)
  const url = client.device.relay.replace(/^http/, 'ws') + path
  const options = { headers: { authorization }, perMessageDeflate: false, maxPayload: ROOM_BYTES }
  const socket = new WebSocket(url, { ...options, handshakeTimeout: ROOM_MS })
  const doc = new Y.Doc()
  const timer = setTimeout(() => socket.terminate(), ROOM_MS)
  try {
    return await new Promise<Y.Doc>((resolve, reject) => {
      socket.on('open', () => socket.send(stepOne(doc)))
      socket.on('message', (data) => {
        if (tookStepTwo(data as Buffer, doc)) resolve(doc)
      })
      // The close that follows says what there is to know.
      socket.on('error', () => {})
      socket.on('close', (code) => {
        const isRefused = code === CLOSE.forbidden.code || code === CLOSE.notFound.code
        reject(isRefused ? notSeen() : new PerigeeError('unavailable', 'The relay did not show what was asked for.'))
      })
    })
  } finally {
    clearTimeout(timer)
    socket.terminate()
  }
}

function stepOne(doc: Y.Doc): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, MESSAGE.sync)
  writeSyncStep1(encoder, doc)
  return toUint8Array(encoder)
}

/** True for the frame that brings a document into step. What cannot be read changes nothing. */
function tookStepTwo(data: Buffer, doc: Y.Doc): boolean {
  try {
    const decoder = createDecoder(data)
    if (readVarUint(decoder) !== MESSAGE.sync) return false
    return readSyncMessage(decoder, createEncoder(), doc, 'relay') === SYNC.step2
  } catch {
    return false
  }
}

function notSeen(): PerigeeError {
  return new PerigeeError('not-found', 'There is no such orb, or this command line may not see it.')
}
