import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_ROOT, auditHash, AuditPage, type AuditRow } from '../../shared/audit/audit.ts'
import { DECIDED, ROSTER_ENTRY } from '../../shared/audit/details.ts'
import { verifyAudit, type AuditFinding, type KnownOfLog } from '../../shared/audit/verify.ts'
import type { RosterEntry } from '../../shared/devices/roster-entry.ts'
import { newId } from '../../shared/ids.ts'
import { randomFor, type Random } from '../kill/random.ts'
import { approvalReport, decisionFor } from '../support/approvals.ts'
import { commandLineOf, perigee } from '../support/command-line.ts'
import { entryEvent, makeOrb, openLink, reportEvent } from '../support/orb-client.ts'
import { startRelayProcess, type RelayProcess } from '../support/relay-process.ts'

/*
 * What somebody could do to a ledger's file after the fact, a hundred times at random places, on a log that a real relay
 * wrote. The command line is asked as well, with the very file that it would be given.
 */

const TAMPERINGS = 100

interface Log {
  readonly rows: readonly AuditRow[]
  readonly roster: readonly RosterEntry[]
}

let relay: RelayProcess
let log: Log
let known: Required<KnownOfLog>

/** Some people, some devices, one of them revoked, and decisions by each. */
beforeAll(async () => {
  relay = await startRelayProcess()
  const owner = await relay.owner()
  const orb = await makeOrb()
  const { client } = await openLink(relay, orb)
  const threadId = newId()
  client.events([entryEvent(1, { threadId })])
  await client.next('ack')
  let seq = 1
  const decide = async (by: typeof owner, verdict: 'allow' | 'deny'): Promise<void> => {
    const report = await approvalReport(orb.orbId, threadId)
    client.events([reportEvent(++seq, report)])
    await client.next('ack')
    const decision = await decisionFor(by, orb.orbId, report.approval, verdict, {}, { reason: 'seen' })
    const path = `/api/approvals/${report.approval.approvalId}/decision`
    expect((await relay.askAs(by, 'POST', path, decision)).status).toBe(200)
  }
  const olga = await relay.addPerson('Olga', [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }])
  await decide(owner, 'allow')
  await decide(olga, 'deny')
  const phone = await relay.signIn('Phone')
  await decide(phone, 'allow')
  await relay.change({ kind: 'device.revoke', deviceId: phone.device.deviceId, why: 'lost' })
  await relay.change({ kind: 'person.set', person: { ...olga.person, name: 'Olga K.' } })
  await decide(owner, 'deny')
  await decide(olga, 'allow')
  log = await readLog()
  const last = log.rows.at(-1)
  known = { head: { id: last?.id ?? 0, hash: last?.hash ?? '' }, founding: owner.session.roster.founding }
})
afterAll(() => relay.dispose())

async function readLog(): Promise<Log> {
  const headers = { authorization: relay.localProof('GET', '/api/audit') }
  return AuditPage.parse((await relay.ask({ path: '/api/audit?after=0&limit=500', headers })).json())
}

const check = ({ rows, roster }: Log, knows: KnownOfLog = known): Promise<AuditFinding> =>
  verifyAudit(rows, roster, knows)

/** One way to tamper: it gives another log, whether its author knew how to write a chain or not. */
type Tampering = (random: Random, log: Log) => Log | Promise<Log>

const WAYS: Readonly<Record<string, Tampering>> = {
  'a character of a row': (random, { rows, roster }) => {
    const at = below(random, rows.length)
    const row = rows[at] as AuditRow
    const field = random.pick<'kind' | 'detail' | 'hash' | 'previousHash'>(['kind', 'detail', 'hash', 'previousHash'])
    return { rows: rows.with(at, { ...row, [field]: turned(random, row[field]) }), roster }
  },
  'the moment of a row': (random, { rows, roster }) => {
    const at = below(random, rows.length)
    const row = rows[at] as AuditRow
    return { rows: rows.with(at, { ...row, at: row.at + 1 + below(random, 1000) }), roster }
  },
  'a row that is gone': (random, { rows, roster }) => ({ rows: rows.toSpliced(below(random, rows.length), 1), roster }),
  'two rows in each other’s place': (random, { rows, roster }) => {
    const at = below(random, rows.length - 1)
    const [a, b] = [rows[at] as AuditRow, rows[at + 1] as AuditRow]
    return { rows: rows.with(at, { ...b, id: a.id }).with(at + 1, { ...a, id: b.id }), roster }
  },
  'a cut at the end': (random, { rows, roster }) => ({ rows: rows.slice(0, -1 - below(random, 3)), roster }),
  'a decision, under a new chain': async (random, { rows, roster }) => {
    const decided = rows.filter(({ kind }) => kind === DECIDED)
    const row = decided[below(random, decided.length)] as AuditRow
    const places = [
      'digest',
      'nonce',
      'signature',
      'contentHash',
      'optionId',
      'reason',
      'deviceId',
      'personName',
      'outcome',
    ]
    return {
      rows: await rechained(rows.with(row.id - 1, { ...row, detail: withTurned(random, row.detail, places) })),
      roster,
    }
  },
  'a row that is gone, under a new chain': async (random, { rows, roster }) => {
    return { rows: await rechained(rows.toSpliced(below(random, rows.length), 1)), roster }
  },
  'a decision twice, under a new chain': async (random, { rows, roster }) => {
    const decided = rows.filter(({ kind }) => kind === DECIDED)
    const row = decided[below(random, decided.length)] as AuditRow
    return { rows: await rechained(rows.toSpliced(row.id + below(random, rows.length - row.id), 0, row)), roster }
  },
  'what a row says of the roster, under a new chain': async (random, { rows, roster }) => {
    const entries = rows.filter(({ kind }) => kind === ROSTER_ENTRY)
    const row = entries[below(random, entries.length)] as AuditRow
    const detail = withTurned(random, row.detail, ['hash', 'signature', 'by', 'change'])
    return { rows: await rechained(rows.with(row.id - 1, { ...row, detail })), roster }
  },
  'a character of an entry of the roster': (random, { rows, roster }) => {
    const at = below(random, roster.length)
    const places = ['signature', 'name', 'personId', 'deviceId', 'point', 'by', 'role', 'why', 'previous']
    const text = withTurned(random, JSON.stringify(roster[at]), places)
    return { rows, roster: roster.with(at, JSON.parse(text) as RosterEntry) }
  },
  'an entry of the roster that is gone': (random, { rows, roster }) => {
    return { rows, roster: roster.toSpliced(below(random, roster.length), 1) }
  },
  'two entries of the roster in each other’s place': (random, { rows, roster }) => {
    const at = below(random, roster.length - 1)
    const [a, b] = [roster[at] as RosterEntry, roster[at + 1] as RosterEntry]
    return { rows, roster: roster.with(at, b).with(at + 1, a) }
  },
}

test('the log of a real relay holds, and knows its decisions and its roster', async () => {
  expect(await check(log)).toMatchObject({
    outcome: 'whole',
    decisions: 5,
    entries: 5,
    endKnown: true,
    head: known.head,
  })
  const longer = await relay.signIn('One more')
  expect(longer.session.deviceName).toBe('One more')
  expect(await check(await readLog())).toMatchObject({ outcome: 'whole', entries: 6, endKnown: true })
})

test(`each of ${TAMPERINGS} seeded tamperings is found`, async () => {
  const random = randomFor('audit', 'tampering')
  const ways = Object.entries(WAYS)
  for (let round = 0; round < TAMPERINGS; round++) {
    const [name, tamper] = ways[round % ways.length] as [string, Tampering]
    const changed = await tamper(random, log)
    expect(JSON.stringify(changed), `${round}: ${name}`).not.toBe(JSON.stringify(log))
    const finding = await check(changed)
    expect(finding.outcome, `${round}: ${name}`).toBe('broken')
    // Without a head from elsewhere all is found but what is missing at the end or was rewritten without a signature.
    if (finding.outcome === 'broken' && finding.problem !== 'cut')
      expect(await check(changed, {}), `${round}: ${name}`).toEqual(finding)
  }
})

test('the command line finds what was changed in the file of the ledger itself', async () => {
  const { home } = await commandLineOf(relay)
  expect(perigee(['audit', 'verify', '--state', home]).status).toBe(0)
  await relay.stop()
  const db = new Database(join(relay.state, 'relay', 'ledger.sqlite'))
  const { id } = db.prepare('SELECT id FROM audit WHERE kind = ? ORDER BY id LIMIT 1').get(DECIDED) as { id: number }
  db.prepare(`UPDATE audit SET detail = replace(detail, '"outcome":"allowed"', '"outcome":"denied"') WHERE id = ?`).run(
    id,
  )
  db.close()
  await relay.restart()
  const found = perigee(['audit', 'verify', '--state', home, '--json'])
  expect(found).toMatchObject({ status: 1, lines: [{ outcome: 'broken', row: id, problem: 'hash' }] })
  const said = perigee(['audit', 'verify', '--state', home])
  expect(said.stdout + said.stderr).toContain(`Row ${id} was changed after it was written.`)
  const file = join(relay.state, 'log.jsonl')
  writeFileSync(file, perigee(['audit', 'export', '--state', home]).stdout)
  expect(perigee(['audit', 'verify', file, '--state', home, '--json']).lines).toEqual(found.lines)
})

/** Somebody who has the file writes a whole new chain: it has no key. */
async function rechained(rows: readonly AuditRow[]): Promise<AuditRow[]> {
  const chain: AuditRow[] = []
  for (const { at, kind, orbId, detail } of rows) {
    const row = { id: chain.length + 1, at, kind, orbId, detail, previousHash: chain.at(-1)?.hash ?? AUDIT_ROOT }
    chain.push({ ...row, hash: await auditHash(row) })
  }
  return chain
}

/** A whole number from 0 up to, not including, `count`. */
function below(random: Random, count: number): number {
  return random.whole(0, count - 1)
}

/** Another character in one place of a text. */
function turned(random: Random, text: string): string {
  const at = below(random, text.length)
  return text.slice(0, at) + (text[at] === 'b' ? 'c' : 'b') + text.slice(at + 1)
}

/** Another character in the value of one of these members, wherever they stand in a JSON text. */
function withTurned(random: Random, json: string, members: readonly string[]): string {
  const places = [...json.matchAll(/"(\w+)":"([^"]+)"/g)].filter(([, name = '']) => members.includes(name))
  const place = places[below(random, places.length)]
  if (place === undefined) throw new Error(`none of ${members.join(', ')} is in ${json}`)
  const [whole, name = '', value = ''] = place
  const before = json.slice(0, place.index)
  return `${before}"${name}":"${turned(random, value)}"${json.slice(place.index + whole.length)}`
}
