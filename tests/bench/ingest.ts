import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entryEvent, makeOrb, openLink } from '../support/orb-client.ts'
import { startRelayProcess } from '../support/relay-process.ts'
import { figure, type Figure } from './figures.ts'

const EVENTS = 20_000
/** Events in one message, and rows in one transaction of the peer. */
const GROUP = 100
/** Sent and not yet acknowledged at most. */
const WINDOW = 2_000
const TEXT = 'An entry of about two hundred bytes, as agents write them by the thousand. '.padEnd(200, '.')

/** Events from a runner to a synced commit in the ledger, against rows appended to a bare SQLite file. */
export async function ingest(rounds: number): Promise<Figure[]> {
  const relay = await startRelayProcess(['--log-level', 'warn'])
  const ours: number[] = []
  const peer: number[] = []
  try {
    const { client } = await openLink(relay, await makeOrb())
    let seq = 0
    for (let round = 0; round < rounds; round += 1) {
      const messages = messagesFrom(seq + 1)
      const end = seq + EVENTS
      const began = performance.now()
      let sent = seq
      for (const message of messages) {
        client.sendRaw(message)
        sent += GROUP
        while (sent - seq > WINDOW) seq = (await client.next('ack')).seq
      }
      while (seq < end) seq = (await client.next('ack')).seq
      ours.push(EVENTS / ((performance.now() - began) / 1000))
      peer.push(bareRate(messages))
    }
    client.terminate()
  } finally {
    await relay.dispose()
  }
  const against = `better-sqlite3 append log, ${GROUP} rows a transaction, WAL, synchronous=FULL`
  return [figure({ name: 'events to a synced commit', unit: 'events/s', better: 'more', against, ours, peer })]
}

function messagesFrom(first: number): string[] {
  return Array.from({ length: EVENTS / GROUP }, (_, message) => {
    const events = Array.from({ length: GROUP }, (__, at) => event(first + message * GROUP + at))
    return JSON.stringify({ t: 'events', events })
  })
}

/** Four appends and a close, as a short message streams. */
function event(seq: number): object {
  const op = seq % 5 === 0 ? 'close' : 'append'
  const entryId = `entry-${Math.ceil(seq / 5)}`
  return entryEvent(seq, {
    threadId: 'bench-ingest',
    entryId,
    op,
    body: { text: op === 'close' ? TEXT : TEXT.slice(0, 40) },
  })
}

/** The same events as rows of one table with an integer key, nothing looked at, in groups. */
function bareRate(messages: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), 'perigee-bench-'))
  const groups = messages.map((message) => {
    const { events } = JSON.parse(message) as { events: unknown[] }
    return events.map((one) => JSON.stringify(one))
  })
  const db = new Database(join(folder, 'log.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE log (id INTEGER PRIMARY KEY, json TEXT NOT NULL)')
  const insert = db.prepare('INSERT INTO log (json) VALUES (?)')
  const append = db.transaction((rows: readonly string[]) => {
    for (const row of rows) insert.run(row)
  })
  const began = performance.now()
  for (const group of groups) append(group)
  const rate = EVENTS / ((performance.now() - began) / 1000)
  db.close()
  rmSync(folder, { recursive: true, force: true })
  return rate
}
