import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundleForNode } from '../../scripts/lib/bundle.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { testLedger, TestRunner } from '../../tests/support/ledger.ts'
import { openConnection } from './dialect/open.ts'
import { openLedgerInProcess } from './in-process.ts'

const outDir = 'node_modules/.cache/perigee/ledger-child'
const child = join(root, outDir, 'child.js')
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perigee-durability-'))
  const children = { child: 'tests/support/ledger-child.ts', full: 'tests/support/ledger-full-child.ts' }
  await bundleForNode({ ...children, 'ledger-worker': 'relay/ledger/worker.ts' }, { outDir })
}, 60_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the child on a file, reads what it says until `enough` says so, kills it, and returns all it said. */
async function sayings(file: string, enough: (lines: readonly string[]) => boolean): Promise<string[]> {
  const process_ = spawn(process.execPath, [child, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines: string[] = []
  for await (const line of createInterface({ input: process_.stdout })) {
    lines.push(line)
    if (enough(lines)) process_.kill('SIGKILL')
  }
  return lines
}

describe('what the ledger has confirmed', () => {
  it('is written by a connection that syncs its log at every commit', () => {
    const connection = openConnection(join(folder, 'pragma.sqlite'), 0)
    expect(connection.pragma('journal_mode', { simple: true })).toBe('wal')
    expect(connection.pragma('synchronous', { simple: true })).toBe(2)
    expect(connection.pragma('foreign_keys', { simple: true })).toBe(1)
    connection.close()
  })

  it('is there for another connection when the promise resolves', async () => {
    await using test = await testLedger()
    const runner = new TestRunner(test.ledger)
    await runner.hello()
    const reader = new Database(test.file, { readonly: true })
    for (let count = 1; count <= 5; count++) {
      await runner.send(runner.event('t1', 'e' + count, 'close', { text: 'x' }))
      expect(reader.prepare('SELECT count(*) AS count FROM events').get()).toEqual({ count })
    }
    reader.close()
  })

  const strace = spawnSync('strace', ['-f', 'true']).status === 0
  it.skipIf(!strace)(
    'was synced to disk before it was said',
    () => {
      const trace = join(folder, 'trace')
      const calls = ['-f', '-y', '-e', 'trace=fsync,fdatasync,write,pwrite64', '-o', trace]
      const run = spawnSync('strace', [...calls, process.execPath, child, join(folder, 'traced.sqlite'), '3'])
      expect(run.stdout.toString()).toContain('closed')
      const lines = readFileSync(trace, 'utf8').split('\n')
      for (const round of [1, 2, 3]) {
        const begun = lines.findIndex((line) => line.includes(`"begin ${round}\\n"`))
        const acked = lines.findIndex((line) => line.includes(`"acked ${round * 3}\\n"`))
        const between = lines.slice(begun, acked)
        const written = between.findLastIndex((line) => line.includes('pwrite64') && line.includes('traced.sqlite-wal'))
        const synced = between.findLastIndex((line) => /f(data)?sync.*traced\.sqlite-wal/.test(line))
        expect(begun).toBeGreaterThan(0)
        expect(written).toBeGreaterThan(0)
        expect(synced).toBeGreaterThan(written)
      }
    },
    30_000,
  )

  it('survives SIGKILL at any moment, each thing once and in order', async () => {
    const file = join(folder, 'killed.sqlite')
    let before = 0
    for (const rounds of [1, 7, 20]) {
      const lines = await sayings(file, (said) => said.filter((line) => line.startsWith('decided')).length >= rounds)
      const acked = Math.max(...lines.flatMap((line) => (line.startsWith('acked ') ? [Number(line.slice(6))] : [])))
      const ledger = await openLedgerInProcess({ file, minFreeBytes: 0 })
      const events = await ledger.rawEvents('thread-1', before, 10_000)
      expect(events.map((event) => event.position)).toEqual(events.map((_, index) => before + index + 1))
      expect(events.map((event) => event.seq)).toEqual(
        events.map((_, index) => Math.floor(index / 2) * 3 + (index % 2) * 2 + 1),
      )
      expect(events.at(-1)!.seq).toBeGreaterThanOrEqual(acked)
      before += events.length
      for (const line of lines) {
        const [word, approvalId, commandId] = line.split(' ')
        if (word !== 'decided') continue
        expect(await ledger.approval(approvalId!)).toMatchObject({ outcome: 'allowed' })
        const commands = await ledger.unfinishedCommands('orb-1', 0)
        expect(commands.filter((command) => command.commandId === commandId)).toHaveLength(1)
      }
      await ledger.close()
    }
  }, 60_000)

  // A disk of its own that is really full needs a mount, so a user namespace.
  const mayMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0
  it.skipIf(!mayMount)(
    'survives a disk that is full, and goes on once there is room',
    () => {
      const script = 'mount -t tmpfs -o size=1500k tmpfs "$1" && exec "$2" "$3" "$1"'
      const full = join(root, outDir, 'full.js')
      const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, full])
      const said = JSON.parse(run.stdout.toString()) as { acked: number }
      // The first event of the stream is a report; then one event per entry, and one more after there was room.
      const { acked } = said
      expect(acked).toBeGreaterThan(2)
      const again = { outcome: 'committed', acked: acked + 1 }
      expect(said).toEqual({
        acked,
        readable: acked - 1,
        storage: [true, false],
        decided: 'recorded',
        again,
        kept: acked,
      })
    },
    30_000,
  )
})
