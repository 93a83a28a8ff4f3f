import { openOrbStore } from '../spool/orb-store.ts'

/**
 * A program for the tests: spools numbered events for ever, in transactions of all sizes, and prints each number once
 * its commit has returned.
 */
const store = await openOrbStore(process.argv[2] ?? '')
const { spool, journal } = store
let told = spool.committedSeq
journal.onCommit(() => {
  if (spool.committedSeq === told) return
  told = spool.committedSeq
  process.stdout.write(`${told}\n`)
})

function write(): void {
  const count = 1 + Math.floor(Math.random() * 20)
  for (let at = 0; at < count; at++) {
    const body = { text: 'x'.repeat(Math.floor(Math.random() * 500)) }
    const place = { threadId: 'thread', runId: null, entryId: `entry-${spool.committedSeq}-${at}` }
    spool.append({ at: Date.now(), ...place, op: 'close', kind: 'agent_message', bytes: 0, body })
  }
  setImmediate(write)
}
write()
