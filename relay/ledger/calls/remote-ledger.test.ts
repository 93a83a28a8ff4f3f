import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleForNode } from '../../../scripts/lib/bundle.mjs'
import { root } from '../../../scripts/lib/root.mjs'
import { testLedger, TestRunner } from '../../../tests/support/ledger.ts'
import type { Change } from '../ledger.ts'
import { openLedger, type OpenOptions } from '../open-ledger.ts'

const outDir = 'node_modules/.cache/perigee/ledger-thread'
const workerUrl = pathToFileURL(join(root, outDir, 'ledger-worker.js'))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'perigee-thread-'))
  await bundleForNode({ 'ledger-worker': 'relay/ledger/worker.ts' }, { outDir })
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

function options(name: string, more: Partial<OpenOptions> = {}): OpenOptions {
  return { file: join(folder, name), workerUrl, minFreeBytes: 0, log: { warn: () => {}, error: () => {} }, ...more }
}

describe('a ledger in a thread of its own', { timeout: 30_000 }, () => {
  it('answers as one without, tells the feed before the caller, and passes warnings on', async () => {
    const warnings: unknown[] = []
    const log = { warn: (text: unknown) => void warnings.push(text), error: () => {} }
    const ledger = await openLedger(options('a.sqlite', { log }))
    const order: string[] = []
    ledger.subscribe((changes) => order.push(...changes.map(({ type }) => type)))
    const runner = new TestRunner(ledger)
    await runner.hello()
    order.length = 0
    await runner
      .send(runner.event('t1', 'a', 'close', { text: 'x' }), runner.report({ name: 'odd' }))
      .then(() => order.push('answer'))
    expect(order[0]).toBe('entry')
    expect(order.at(-1)).toBe('answer')
    expect(warnings).toHaveLength(1)
    await expect(
      ledger.takeQueueItem({ orbId: 'orb-1', itemId: 'i', threadId: 't1', text: '', by: {} as never, at: 1 }),
    ).rejects.toMatchObject({
      name: 'PerigeeError',
      code: 'bad-request',
    })
    await ledger.close()
  })

  it('finishes what was asked before it closes, and fails what comes after', async () => {
    const ledger = await openLedger(options('b.sqlite'))
    const runner = new TestRunner(ledger)
    await runner.hello()
    const sent = Array.from({ length: 50 }, (_, i) => runner.send(runner.event('t1', 'e' + i, 'close', {})))
    await ledger.close()
    expect((await Promise.all(sent)).at(-1)).toEqual({ outcome: 'committed', acked: 50 })
    await expect(ledger.fleet()).rejects.toMatchObject({ code: 'unavailable' })
    const again = await openLedger(options('b.sqlite'))
    expect(await again.rawEvents('t1', 0, 100)).toHaveLength(50)
    expect(again.epoch).toBe(ledger.epoch)
    await again.close()
    const restored = await openLedger(options('b.sqlite', { restored: true }))
    expect(restored.epoch).not.toBe(ledger.epoch)
    await restored.close()
  })

  it('refuses what is nested too deeply for a thread to hand over, and goes on', async () => {
    const ledger = await openLedger(options('deep.sqlite'))
    const runner = new TestRunner(ledger)
    await runner.hello()
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
    for (const levels of [1000, 2000, 100_000]) {
      const event = { ...runner.event('t1', 'deep', 'close', 0), seq: 1, body: nested(levels) }
      await expect(runner.send(event)).rejects.toMatchObject({ code: 'bad-request' })
    }
    const fine = { ...runner.event('t1', 'fine', 'close', 0), seq: 1, body: nested(99) }
    expect(await runner.send(fine)).toEqual({ outcome: 'committed', acked: 1 })
    expect((await ledger.threadTail('t1', 10, 10_000))?.entries).toMatchObject([{ body: fine.body }])
    await ledger.close()
  })

  it('says why it cannot be opened', async () => {
    await writeFile(join(folder, 'not-a-ledger'), 'x'.repeat(10_000))
    await expect(openLedger(options('not-a-ledger'))).rejects.toMatchObject({
      message: expect.stringContaining('not a database') as string,
    })
    await expect(openLedger(options('nowhere/c.sqlite'))).rejects.toThrow('cannot be opened')
    expect(existsSync(join(folder, 'nowhere'))).toBe(false)
  })

  it('fails every call, once and for all, when its thread dies', async () => {
    const failures: unknown[] = []
    const crash = pathToFileURL(join(folder, 'crash.mjs'))
    await writeFile(
      crash,
      `import { parentPort } from 'node:worker_threads'
       parentPort.postMessage({ type: 'opened', epoch: 'e' })
       parentPort.on('message', () => { throw new Error('lost') })`,
    )
    const ledger = await openLedger(
      options('d.sqlite', { workerUrl: crash, onFailure: (error) => failures.push(error) }),
    )
    await expect(ledger.fleet()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(ledger.fleet()).rejects.toMatchObject({ code: 'unavailable' })
    await ledger.close()
    expect(failures).toMatchObject([{ code: 'unavailable', cause: { message: 'lost' } }])
  })
})

describe('the feed', () => {
  it('stands still for whoever left it, and in a snapshot holds exactly what was told before', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const heard: Change[] = []
    const leave = test.ledger.subscribe((changes) => heard.push(...changes))
    const snapshots = Array.from({ length: 20 }, async (_, i) => {
      void runner.send(runner.event('t1', 'e' + i, 'close', {}))
      const tail = await test.ledger.threadTail('t1', 100, 100_000)
      const told = heard.filter(({ type }) => type === 'entry').length
      return { head: tail?.head, told }
    })
    for (const { head, told } of await Promise.all(snapshots)) expect(told).toBe(head)
    leave()
    heard.length = 0
    await runner.send(runner.event('t1', 'after', 'close', {}))
    expect(heard).toEqual([])
  })
})
