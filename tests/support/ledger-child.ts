import { writeSync } from 'node:fs'
import { openLedger } from '../../relay/ledger/open-ledger.ts'
import { ADA, decisionOn, permission, TestRunner } from './ledger.ts'

/*
 * A process to be killed: opens the ledger named by its first argument in a thread, as the relay does, and says on
 * standard output what was confirmed, the moment it was. Writes without buffering, so nothing said is lost with it.
 */
const file = process.argv[2] ?? ''
const stopAfter = Number(process.argv[3] ?? Infinity)
const say = (line: string): void => void writeSync(1, line + '\n')
const log = { warn: () => {}, error: () => {} }

const ledger = await openLedger({
  file,
  workerUrl: new URL('./ledger-worker.js', import.meta.url),
  log,
  minFreeBytes: 0,
})
const runner = new TestRunner(ledger)
await runner.hello()
for (let round = 1; round <= stopAfter; round++) {
  const asked = permission({ threadId: 'thread-1' })
  say(`begin ${round}`)
  const sent = await runner.send(
    runner.event('thread-1', `entry-${round}`, 'append', { text: 'a' }),
    runner.report({ name: 'approval.raised', approval: asked }),
    runner.event('thread-1', `entry-${round}`, 'close', { text: 'ab' }),
  )
  if (sent.outcome === 'committed') say(`acked ${sent.acked}`)
  const decided = await ledger.decide('orb-1', asked.approvalId, await decisionOn(asked), ADA, 1)
  if (decided.outcome === 'recorded') say(`decided ${asked.approvalId} ${decided.commandId}`)
}
await ledger.close()
say('closed')
