import { once } from 'node:events'
import { createEncoder, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import { WebSocket } from 'ws'
import { MESSAGE, SYNC } from '../../shared/rooms/wire.ts'
import { entryEvents, makeOrb, openLink, type OrbClient } from '../support/orb-client.ts'
import { startRelayProcess } from '../support/relay-process.ts'
import { cpuTimeOf } from './cpu-time.ts'
import { figure, type Figure } from './figures.ts'
import { startOwnPeer } from './peers/peer-process.ts'

const VIEWERS = [1, 10, 100]
/** Deliveries in one round, so that each takes about as long whatever the number of viewers. */
const DELIVERIES = 100_000
const MOST_EVENTS = 10_000
/** Events that a writer hands over before it waits for an answer: less than a tail, so that each event is shown. */
const WINDOW = 100
const TEXT = 'x'.repeat(130)

interface Pass {
  readonly perSecond: number
  readonly cpuMsPerMillion: number
}

/** One writer's events to every viewer of a thread's room, as fast as the writer is answered, against a bare broadcast. */
export async function fanout(rounds: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const viewers of VIEWERS) {
    const events = Math.min(MOST_EVENTS, DELIVERIES / viewers)
    const ours: Pass[] = []
    const peer: Pass[] = []
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await throughRelay(viewers, events))
      peer.push(await throughPeer(viewers, events))
    }
    const against = 'ws, one prebuilt frame an event and viewer'
    figures.push(
      figure({
        name: `deliveries, viewers: ${viewers}`,
        unit: '1/s',
        better: 'more',
        against,
        ours: ours.map((pass) => pass.perSecond),
        peer: peer.map((pass) => pass.perSecond),
      }),
      figure({
        name: `server CPU, viewers: ${viewers}`,
        unit: 's per million deliveries',
        better: 'less',
        against,
        ours: ours.map((pass) => pass.cpuMsPerMillion / 1000),
        peer: peer.map((pass) => pass.cpuMsPerMillion / 1000),
      }),
    )
  }
  return figures
}

async function throughRelay(viewers: number, events: number): Promise<Pass> {
  const relay = await startRelayProcess(['--log-level', 'warn'])
  try {
    const { cookie } = await relay.owner()
    const { client } = await openLink(relay, await makeOrb())
    const threadId = 'bench-fanout'
    await send(client, 1, 1, threadId, 'the first')
    const url = `${relay.url.replace('http', 'ws')}/rooms/thread:${threadId}`
    const sockets = await openAll(url, viewers, { cookie, origin: relay.url })
    const synced = sockets.map((socket) => once(socket, 'message'))
    for (const socket of sockets) socket.send(emptyStepOne())
    await Promise.all(synced)

    const last = 'the very last of all'
    const pass = measure(relay.pid, viewers * events, sockets, last)
    for (let seq = 2; seq < events + 1; seq += WINDOW) {
      await send(client, seq, Math.min(seq + WINDOW - 1, events), threadId, TEXT)
    }
    await send(client, events + 1, events + 1, threadId, last)
    const result = await pass
    closeAll(sockets)
    client.terminate()
    return result
  } finally {
    await relay.dispose()
  }
}

async function send(client: OrbClient, from: number, to: number, threadId: string, text: string): Promise<void> {
  client.events(entryEvents(from, to, { threadId, body: { text } }))
  while ((await client.next('ack')).seq < to);
}

async function throughPeer(viewers: number, events: number): Promise<Pass> {
  const peer = await startOwnPeer('broadcast')
  const url = `ws://127.0.0.1:${peer.port}`
  const sockets = await openAll(url, viewers, {})
  const [writer] = await openAll(`${url}/write`, 1, {})
  if (writer === undefined) throw new Error('no writer')
  const last = 'the very last of all'
  const pass = measure(peer.pid, viewers * events, sockets, last)
  for (let sent = 0; sent < events; sent += WINDOW) {
    const done = once(writer, 'message')
    writer.send(String(Math.min(WINDOW, events - sent)))
    await done
  }
  writer.send(last)
  const result = await pass
  closeAll([...sockets, writer])
  await peer.stop()
  return result
}

/** From now until every viewer has got the text that comes last. */
async function measure(pid: number, deliveries: number, sockets: readonly WebSocket[], last: string): Promise<Pass> {
  const cpu = cpuTimeOf(pid)
  const began = performance.now()
  await Promise.all(sockets.map((socket) => untilSeen(socket, last)))
  const seconds = (performance.now() - began) / 1000
  return {
    perSecond: deliveries / seconds,
    cpuMsPerMillion: ((cpuTimeOf(pid) - cpu) / deliveries) * 1e6,
  }
}

function untilSeen(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.on('message', (data) => {
      if ((data as Buffer).includes(text)) resolve()
    })
    socket.on('close', (code) => reject(new Error(`a viewer was closed with ${code}`)))
  })
}

async function openAll(url: string, count: number, headers: Record<string, string>): Promise<WebSocket[]> {
  const sockets = Array.from({ length: count }, () => new WebSocket(url, { headers, perMessageDeflate: false }))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  return sockets
}

function closeAll(sockets: readonly WebSocket[]): void {
  for (const socket of sockets) {
    socket.removeAllListeners('close')
    socket.terminate()
  }
}

function emptyStepOne(): Uint8Array {
  const encoder = createEncoder()
  writeVarUint(encoder, MESSAGE.sync)
  writeVarUint(encoder, SYNC.step1)
  writeVarUint8Array(encoder, new Uint8Array([0]))
  return toUint8Array(encoder)
}
