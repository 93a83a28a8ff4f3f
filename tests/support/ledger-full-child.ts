import { statfsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLedgerInProcess } from '../../relay/ledger/in-process.ts'
import { newId } from '../../shared/ids.ts'
import { ADA, decisionOn, NOON, permission, TestRunner } from './ledger.ts'

/*
 * Runs a ledger on a disk that becomes full and gets room again; its first argument is a folder on a small disk.
 * Says on standard output, as one line of JSON, what was confirmed and what is there afterwards.
 */
const folder = process.argv[2] ?? ''
const file = join(folder, 'ledger.sqlite')
const filler = join(folder, 'filler')

let ledger = await openLedgerInProcess({ file, minFreeBytes: 0 })
const storage: boolean[] = []
const room = new Promise<void>((resolve) => {
  ledger.subscribe((changes) => {
    for (const change of changes) {
      if (change.type !== 'storage') continue
      storage.push(change.full)
      if (!change.full) resolve()
    }
  })
})
const runner = new TestRunner(ledger)
await runner.hello()
const asked = permission()
await runner.send(runner.report({ name: 'approval.raised', approval: asked }))
const { bavail, bsize } = statfsSync(folder)
writeFileSync(filler, new Uint8Array(bavail * bsize - 300_000))

let acked = 0
let refused = runner.event('thread-1', newId(), 'close', { text: 'x'.repeat(20_000) })
for (;;) {
  const outcome = await runner.send(refused)
  acked = 'acked' in outcome ? outcome.acked : acked
  if (outcome.outcome !== 'committed') break
  refused = runner.event('thread-1', newId(), 'close', { text: 'x'.repeat(20_000) })
}
const readable = (await ledger.rawEvents('thread-1', 0, 1000)).length
rmSync(filler)
await room
const decided = await ledger.decide(null, asked.approvalId, await decisionOn(asked), ADA, NOON)
const again = await runner.send(refused)
await ledger.close()
ledger = await openLedgerInProcess({ file, minFreeBytes: 0 })
const kept = (await ledger.rawEvents('thread-1', 0, 1000)).length
await ledger.close()
process.stdout.write(JSON.stringify({ acked, readable, storage, decided: decided.outcome, again, kept }) + '\n')
