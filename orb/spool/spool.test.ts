import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { bundled } from '../testing/bundled.ts'
import { testFolder } from '../testing/folder.ts'
import { openOrbStore, type OrbStore } from './orb-store.ts'

async function open(folder: string): Promise<OrbStore> {
  const store = await openOrbStore(folder)
  onTestFinished(() => {
    if (store.db.open) store.close()
  })
  return store
}

function append(store: OrbStore, text: string): number {
  const place = { threadId: 'thread', runId: null, entryId: 'entry' }
  return store.spool.append({ at: 1, ...place, op: 'append', kind: 'agent_message', bytes: 1, body: { text } })
}

function seqs(store: OrbStore, from = 1): number[] {
  return [...store.spool.readFrom(from)].map((event) => event.seq)
}

describe('the spool', () => {
  test('numbers events once, across restarts', async () => {
    const folder = testFolder()
    const first = await open(folder)
    expect([append(first, 'a'), append(first, 'b')]).toEqual([1, 2])
    const { stream } = first.spool
    first.close()
    const second = await open(folder)
    expect(second.spool.stream).toBe(stream)
    expect(append(second, 'c')).toBe(3)
    second.journal.commit()
    expect(seqs(second)).toEqual([1, 2, 3])
  })

  test('gives out only what is on disk', async () => {
    const store = await open(testFolder())
    append(store, 'a')
    expect(store.spool.batchAfter(0, 10, 1000)).toBeNull()
    store.journal.commit()
    expect(store.spool.batchAfter(0, 10, 1000)).toMatchObject({ lastSeq: 1 })
  })

  test('a batch is bounded by count and by size, and is never empty where something waits', async () => {
    const store = await open(testFolder())
    for (let at = 0; at < 5; at++) append(store, 'x'.repeat(1000))
    store.journal.commit()
    expect(store.spool.batchAfter(0, 2, 100_000)?.lastSeq).toBe(2)
    expect(store.spool.batchAfter(0, 5, 2500)?.lastSeq).toBe(2)
    expect(store.spool.batchAfter(2, 5, 1)?.lastSeq).toBe(3)
  })

  test('keeps what is acknowledged, and counts what is not', async () => {
    const store = await open(testFolder())
    for (let at = 0; at < 3; at++) append(store, 'a')
    store.journal.commit()
    const before = store.spool.unackedBytes
    store.spool.acknowledge(2)
    store.journal.commit()
    expect(store.spool.unackedBytes).toBeCloseTo(before / 3, 0)
    expect(seqs(store)).toEqual([1, 2, 3])
  })

  test('an acknowledgement of what was never sent changes nothing', async () => {
    const store = await open(testFolder())
    append(store, 'a')
    store.journal.commit()
    store.spool.acknowledge(7)
    expect(store.spool.acked).toBe(0)
  })

  test('a relay that knows more than our file gets a new stream with all that it did not acknowledge', async () => {
    const store = await open(testFolder())
    for (let at = 0; at < 3; at++) append(store, `${at}`)
    store.journal.commit()
    store.spool.acknowledge(1)
    const { stream } = store.spool
    store.spool.startNewStream()
    expect(store.spool.stream).not.toBe(stream)
    expect([...store.spool.readFrom(1)].map((event) => 'body' in event && event.body)).toEqual([
      { text: '1' },
      { text: '2' },
    ])
    expect(append(store, 'next')).toBe(3)
  })

  test('a second runner on the same folder is refused', async () => {
    const folder = testFolder()
    await open(folder)
    await expect(openOrbStore(folder)).rejects.toThrow(`process ${process.pid}`)
  })
})

describe('the spool of a runner that is killed', () => {
  let program: { path: string; remove: () => void }
  beforeAll(async () => {
    program = await bundled('orb/testing/spool-writer.ts')
  })
  afterAll(() => program.remove())

  test('holds every event that was committed, without a hole, and its lock is taken over', async () => {
    const folder = testFolder()
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, [program.path, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      let committed = 0
      const lines = createInterface(child.stdout)
      lines.on('line', (line) => {
        committed = Number(line)
      })
      await once(lines, 'line')
      await sleep(Math.random() * 100)
      child.kill('SIGKILL')
      await once(child, 'close')
      const store = await open(folder)
      const stored = seqs(store)
      expect(stored.length).toBeGreaterThanOrEqual(committed)
      expect(stored).toEqual(stored.map((_, at) => at + 1))
      store.close()
    }
  }, 30_000)
})

test('a disk without room loses nothing: writes wait, and are made when there is room again', async () => {
  const store = await open(testFolder())
  store.journal.commit()
  const pages = Number(store.db.pragma('page_count', { simple: true }))
  store.db.pragma(`max_page_count = ${pages}`)
  const troubles: (string | null)[] = []
  store.journal.onTrouble((reason) => troubles.push(reason))
  for (let at = 0; at < 20; at++) append(store, 'x'.repeat(10_000))
  expect(store.journal.commit()).toBe(false)
  expect(store.journal.trouble).toContain('full')
  expect(store.spool.committedSeq).toBe(0)
  store.db.pragma('max_page_count = 100000')
  expect(store.journal.commit()).toBe(true)
  expect(seqs(store)).toHaveLength(20)
  expect(troubles.map((reason) => reason === null)).toEqual([false, true])
})
