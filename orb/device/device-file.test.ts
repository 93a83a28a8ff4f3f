import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isSignedBy } from '../../shared/devices/keys.ts'
import { deviceFilePath, readOwnDevice, removeOwnDevice, writeOwnDevice, type OwnDevice } from './device-file.ts'
import { makeDeviceKey } from './device-key.ts'

let home: string
let device: OwnDevice

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'perigee-device-'))
  const seen = { version: 3, hash: 'b'.repeat(64) }
  const known = { deviceId: 'd1', deviceName: 'Laptop', relay: 'http://localhost:1', founding: 'a'.repeat(64), seen }
  device = { ...known, account: null, key: await makeDeviceKey() }
})

test('a device is kept for its owner alone, and signs after a restart', async () => {
  onTestFinished(() => rmSync(home, { recursive: true }))
  writeOwnDevice(home, device)
  expect(statSync(deviceFilePath(home)).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(deviceFilePath(home))).mode & 0o777).toBe(0o700)
  const read = await readOwnDevice(home)
  expect(read).toMatchObject({ deviceId: 'd1', seen: device.seen })
  const signature = (await read?.key.sign('text')) ?? ''
  expect(await isSignedBy({ alg: 'p256', point: device.key.point }, 'text', signature)).toBe(true)
  removeOwnDevice(home)
  expect(await readOwnDevice(home)).toBeNull()
})

test('a damaged file is no new device', async () => {
  onTestFinished(() => rmSync(home, { recursive: true }))
  writeOwnDevice(home, device)
  writeFileSync(deviceFilePath(home), '{"deviceId":"d1"}')
  await expect(readOwnDevice(home)).rejects.toThrow('cannot be read as a device')
})
