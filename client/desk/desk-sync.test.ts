import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import * as Y from 'yjs'
import { draftOf } from '../../shared/desk/desk.ts'
import { receiveFrame, step1Frame, step2Frame } from '../rooms/frames.ts'
import { syncDesk, type DeskSync } from './desk-sync.ts'

let desk: DeskSync | null = null
let server: WebSocketServer

afterEach(() => {
  desk?.close()
  server.close()
})

/** A desk's connection to a server that answers when it is told to, and what that server has of the desk. */
async function connected(
  doc: Y.Doc,
): Promise<{ answer: () => void; theirs: Y.Doc; said: (text: string) => Promise<void> }> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const location = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  Object.assign(globalThis, { WebSocket, location, document: page, window: new EventTarget() })
  const begun = once(server, 'connection')
  desk = syncDesk('desk:orb', doc, new Map(), { status() {}, kept() {}, synced() {}, refused() {} })
  const [socket] = (await begun) as [WebSocket]
  const theirs = new Y.Doc()
  socket.on('message', (data: Buffer) => {
    receiveFrame(new Uint8Array(data), theirs, 'client')
    // The relay takes nothing that builds on what it has not, and closes for good.
    if (theirs.store.pendingStructs !== null) socket.close(4400)
  })
  await once(socket, 'message')
  return {
    theirs,
    answer() {
      socket.send(step2Frame(theirs, Y.encodeStateVector(doc)))
      socket.send(step1Frame(theirs))
    },
    said: (text) =>
      new Promise((resolve, reject) => {
        socket.once('close', (code) => reject(new Error(`The server refused, with ${code}.`)))
        const look = (): void => {
          if (draftOf(theirs, 't').toString() === text) resolve()
        }
        theirs.on('update', look)
        look()
      }),
  }
}

test('what is typed while the relay is being asked what it has does not make it refuse what was typed before', async () => {
  const doc = new Y.Doc()
  const draft = draftOf(doc, 't')
  draft.insert(0, 'typed in the tunnel')
  const { answer, said, theirs } = await connected(doc)
  draft.insert(draft.length, ', and on its way out')
  answer()
  await said('typed in the tunnel, and on its way out')
  draft.insert(draft.length, ' of it')
  await said('typed in the tunnel, and on its way out of it')
  expect(draftOf(theirs, 't').toString()).toBe(draft.toString())
})
