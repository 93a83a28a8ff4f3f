import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createDeviceSockets } from './device-sockets.ts'
import type { Viewer } from './viewer.ts'

let server: WebSocketServer

beforeAll(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
})
afterAll(() => server.close())

/** Both ends of a fresh socket. */
async function connect(): Promise<{ near: WebSocket; far: WebSocket; closed: Promise<number> }> {
  const arrived = once(server, 'connection') as Promise<[WebSocket]>
  const far = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const closed = (once(far, 'close') as Promise<[number]>).then(([code]) => code)
  const opened = once(far, 'open')
  const [near] = await arrived
  await opened
  return { near, far, closed }
}

const viewer = (deviceId: string, sessionEndsAt: number | null): Viewer => ({
  deviceId,
  deviceName: deviceId,
  personId: 'ada',
  personName: 'Ada',
  sessionEndsAt,
})

it('closes a socket with the session that it came with, and leaves the others', async () => {
  let now = 0
  const sockets = createDeviceSockets(() => now)
  const [old, renewed, proved] = [await connect(), await connect(), await connect()]
  sockets.add(viewer('phone', 1000), old.near)
  sockets.add(viewer('phone', 2000), renewed.near)
  sockets.add(viewer('terminal', null), proved.near)
  now = 999
  sockets.sweep()
  expect(old.near.readyState).toBe(WebSocket.OPEN)
  now = 1000
  sockets.sweep()
  expect(await old.closed).toBe(4401)
  expect(renewed.near.readyState).toBe(WebSocket.OPEN)
  now = 1e12
  sockets.sweep()
  expect(await renewed.closed).toBe(4401)
  expect(proved.near.readyState).toBe(WebSocket.OPEN)
  sockets.stop()
})

it('hears nothing more of a device that does not answer its close', async () => {
  const sockets = createDeviceSockets(() => 0)
  const { near, far, closed } = await connect()
  const heard: string[] = []
  near.on('message', (data: Buffer) => heard.push(data.toString()))
  sockets.add(viewer('phone', null), near)
  far.send('before')
  await expect.poll(() => heard).toEqual(['before'])
  // A far side that reads nothing never sees the close, and goes on to write.
  far.pause()
  sockets.end('phone')
  far.send('after')
  await expect.poll(() => near.readyState, { timeout: 5000 }).toBe(WebSocket.CLOSED)
  expect(heard).toEqual(['before'])
  far.resume()
  await closed
  sockets.stop()
})

it('closes all of a device that counts no more, and knows who is connected', async () => {
  const sockets = createDeviceSockets(() => 0)
  const [phone, laptop] = [await connect(), await connect()]
  sockets.add(viewer('phone', 1000), phone.near)
  sockets.add(viewer('laptop', 1000), laptop.near)
  expect([sockets.isConnected('phone'), sockets.isConnected('tablet')]).toEqual([true, false])
  sockets.endAllBut((deviceId) => deviceId === 'laptop')
  expect(await phone.closed).toBe(4401)
  await expect.poll(() => sockets.isConnected('phone')).toBe(false)
  expect(laptop.near.readyState).toBe(WebSocket.OPEN)
  sockets.end('laptop')
  expect(await laptop.closed).toBe(4401)
  sockets.stop()
})
