import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openBlobStore } from './blob-store.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'perigee-blobs-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function* inChunks(bytes: Uint8Array, size = 65_536) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

test('a blob is kept under its hash, and comes back as it was', async () => {
  const path = folder()
  const store = await openBlobStore(path, 0)
  const bytes = randomBytes(200_000)
  const hash = sha256(bytes)
  expect(await store.put(hash, inChunks(bytes))).toEqual({ outcome: 'stored', bytes: bytes.length })
  expect(await store.put(hash, inChunks(bytes, 1_000))).toEqual({ outcome: 'stored', bytes: bytes.length })
  const found = await store.open(hash)
  expect(found?.bytes).toBe(bytes.length)
  expect(await buffer(found!.stream)).toEqual(bytes)
  expect(statSync(join(path, hash.slice(0, 2), hash.slice(2))).mode & 0o777).toBe(0o600)
})

test('an empty blob is a blob', async () => {
  const store = await openBlobStore(folder(), 0)
  const hash = sha256(new Uint8Array())
  expect(await store.put(hash, inChunks(new Uint8Array()))).toEqual({ outcome: 'stored', bytes: 0 })
  const found = await store.open(hash)
  expect(found?.bytes).toBe(0)
  expect(await buffer(found!.stream)).toHaveLength(0)
})

test('bytes with another hash, too many bytes and a broken upload leave nothing behind', async () => {
  const path = folder()
  const store = await openBlobStore(path, 0)
  const hash = sha256(randomBytes(10))
  expect(await store.put(hash, inChunks(randomBytes(10)))).toEqual({ outcome: 'wrong-hash' })

  const chunk = new Uint8Array(1024 * 1024)
  async function* endless() {
    for (;;) yield await Promise.resolve(chunk)
  }
  expect(await store.put(hash, endless())).toEqual({ outcome: 'too-large' })

  async function* broken() {
    yield await Promise.resolve(chunk)
    throw new Error('the connection is gone')
  }
  await expect(store.put(hash, broken())).rejects.toThrow('the connection is gone')

  expect(await store.open(hash)).toBeNull()
  expect(readdirSync(join(path, 'incoming'))).toEqual([])
})

test('what a killed relay left half written is removed', async () => {
  const path = folder()
  mkdirSync(join(path, 'incoming'))
  writeFileSync(join(path, 'incoming', 'half'), 'x')
  await openBlobStore(path, 0)
  expect(readdirSync(join(path, 'incoming'))).toEqual([])
})

test('a full disk is said, and takes nothing', async () => {
  const store = await openBlobStore(folder(), Number.MAX_SAFE_INTEGER)
  expect(await store.put(sha256(new Uint8Array()), inChunks(new Uint8Array()))).toEqual({ outcome: 'storage-full' })
})

test('bytes that are removed are gone, but not while the same come again', async () => {
  const path = folder()
  const store = await openBlobStore(path, 0)
  const bytes = randomBytes(1_000)
  const hash = sha256(bytes)
  // Between the moment that the bytes lie there and the one that somebody's record names them.
  await store.put(hash, inChunks(bytes), bytes.length, () => Promise.resolve(store.remove(hash)))
  const found = await store.open(hash)
  expect(await buffer(found!.stream)).toEqual(bytes)
  store.remove(hash)
  store.remove(hash)
  expect(await store.open(hash)).toBeNull()
})
