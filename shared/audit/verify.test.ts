import { beforeAll, describe, expect, test } from 'vitest'
import { makeDevice, testRoster, type TestDevice, type TestRoster } from '../../tests/support/roster.ts'
import { contentHash } from '../approvals/request.ts'
import { decisionText } from '../approvals/signed-decision.ts'
import type { RosterEntry } from '../devices/roster-entry.ts'
import { entryHash } from '../devices/roster-entry.ts'
import { newId } from '../ids.ts'
import { canonicalJson } from '../json/canonical.ts'
import { AUDIT_ROOT, auditHash, type AuditRow } from './audit.ts'
import { DECIDED, ROSTER_ENTRY, type DecidedDetail } from './details.ts'
import { verifyAudit, type AuditFinding } from './verify.ts'

type Draft = Pick<AuditRow, 'at' | 'kind' | 'orbId' | 'detail'>

/** Rows in a chain: what a relay writes, and what somebody writes who has its disk. */
async function chained(drafts: readonly Draft[]): Promise<AuditRow[]> {
  const rows: AuditRow[] = []
  for (const { at, kind, orbId, detail } of drafts) {
    const row = { id: rows.length + 1, at, kind, orbId, detail, previousHash: rows.at(-1)?.hash ?? AUDIT_ROOT }
    rows.push({ ...row, hash: await auditHash(row) })
  }
  return rows
}

async function entryDraft(entry: RosterEntry): Promise<Draft> {
  const { version, by, at, signature, change } = entry
  const detail = { version, hash: await entryHash(entry), signature, by, change: change.kind }
  return { at, kind: ROSTER_ENTRY, orbId: null, detail: canonicalJson(detail) }
}

async function decisionDraft(by: TestDevice, rosterVersion: number, at = Date.now()): Promise<Draft> {
  const content = { answer: null, reason: 'Looks right', scope: null, ruleText: null }
  const approvalId = newId()
  const unsigned = {
    generation: 1,
    nonce: newId(),
    digest: 'd'.repeat(64),
    verdict: 'allow' as const,
    optionId: 'yes',
    contentHash: await contentHash(content),
    rosterVersion,
  }
  const signature = await by.sign(decisionText({ ...unsigned, orbId: 'orb', approvalId }))
  const { personId, name: personName } = by.person
  const { deviceId, name: deviceName } = by.device
  const detail: DecidedDetail = {
    approvalId,
    threadId: 'thread',
    outcome: 'allowed',
    by: { personId, personName, deviceId, deviceName },
    decision: { ...unsigned, decisionId: newId(), content, signature },
  }
  return { at, kind: DECIDED, orbId: 'orb', detail: canonicalJson(detail) }
}

let roster: TestRoster
let olga: TestDevice
let drafts: Draft[]
let rows: AuditRow[]

beforeAll(async () => {
  roster = await testRoster()
  olga = await makeDevice({ name: 'Olga', grants: [{ role: 'operator', scope: { kind: 'all' }, expiresAt: null }] })
  const added = await roster.add({ kind: 'device.add', device: olga.device, person: olga.person })
  const decisions = [await decisionDraft(roster.owner, 0), await decisionDraft(olga, 1)]
  const revoked = await roster.add({ kind: 'device.revoke', deviceId: olga.device.deviceId, why: 'lost' })
  drafts = [
    await entryDraft(roster.entries[0] as RosterEntry),
    { at: 1, kind: 'orb.enrolled', orbId: 'orb', detail: '{"generation":1}' },
    decisions[0] as Draft,
    await entryDraft(added),
    decisions[1] as Draft,
    await entryDraft(revoked),
    { at: 9, kind: 'something.later', orbId: null, detail: '{}' },
  ]
  rows = await chained(drafts)
})

function found(finding: AuditFinding): object {
  if (finding.outcome === 'whole') return finding
  const { row, entry, problem } = finding
  return { row, entry, problem }
}

const check = async (...asked: Parameters<typeof verifyAudit>): Promise<object> => found(await verifyAudit(...asked))
/** What is found where a true chain is made anew around changed rows. */
const rewritten = async (changed: readonly Draft[], entries = roster.entries): Promise<object> =>
  check(await chained(changed), entries)
const withDetail = (at: number, change: (detail: DecidedDetail) => unknown): Draft[] => {
  const draft = drafts[at] as Draft
  return drafts.with(at, { ...draft, detail: canonicalJson(change(JSON.parse(draft.detail) as DecidedDetail)) })
}

test('a true log is whole, and says what to keep of it', async () => {
  const { id, hash } = rows[6] as AuditRow
  const whole = { outcome: 'whole', rows: 7, decisions: 2, entries: 3, head: { id, hash }, endKnown: false }
  expect(await check(rows, roster.entries)).toEqual(whole)
  const known = { head: { id: 3, hash: rows[2]?.hash ?? '' }, founding: roster.present.founding }
  expect(await check(rows, roster.entries, known)).toEqual({ ...whole, endKnown: true })
  const pages = async function* (): AsyncGenerator<AuditRow> {
    for (const row of rows) yield await Promise.resolve(row)
  }
  expect(await check(pages(), roster.entries)).toEqual(whole)
  expect(await check([], [])).toMatchObject({ outcome: 'whole', rows: 0, head: null })
})

describe('without a new chain', () => {
  test('any change of any field of any row is found at that row', async () => {
    for (const [at, row] of rows.entries())
      for (const [field, value] of Object.entries(row)) {
        const other = typeof value === 'number' ? value + 1 : `${String(value)}0`
        const finding = await check(rows.with(at, { ...row, [field]: other }), roster.entries)
        expect(finding, `${field} of ${row.id}`).toMatchObject({ row: row.id })
      }
  })

  test('rows that are missing, doubled or swapped are found', async () => {
    for (let at = 0; at < rows.length - 1; at++) {
      expect(await check(rows.toSpliced(at, 1), roster.entries)).toMatchObject({ problem: 'missing', row: at + 1 })
      expect(await check(rows.toSpliced(at, 0, rows[at] as AuditRow), roster.entries)).toMatchObject({
        problem: 'missing',
      })
    }
  })

  test('half a character does not stop the check', async () => {
    const row = { ...(rows[1] as AuditRow), detail: '\ud800' }
    expect(await check(rows.with(1, row), roster.entries)).toMatchObject({ problem: 'hash', row: 2 })
  })
})

describe('the end', () => {
  test('is missed where it was known, and else not', async () => {
    const { id, hash } = rows[6] as AuditRow
    expect(await check(rows.slice(0, 6), roster.entries, { head: { id, hash } })).toEqual({
      row: null,
      entry: null,
      problem: 'cut',
    })
    expect(await check(rows.slice(0, 6), roster.entries)).toMatchObject({ outcome: 'whole', endKnown: false })
  })

  test('is told from that of a log that was written anew', async () => {
    const { id, hash } = rows[6] as AuditRow
    const anew = await chained(drafts.with(6, { ...(drafts[6] as Draft), at: 10 }))
    expect(await check(anew, roster.entries, { head: { id, hash } })).toMatchObject({ row: 7, problem: 'cut' })
  })
})

describe('with a new chain', () => {
  test('no decision can be changed, invented, repeated or given to somebody else', async () => {
    const changes: ((detail: DecidedDetail) => unknown)[] = [
      (detail) => ({ ...detail, outcome: 'denied', decision: { ...detail.decision, verdict: 'deny' } }),
      (detail) => ({ ...detail, outcome: 'denied' }),
      (detail) => ({ ...detail, approvalId: newId() }),
      (detail) => ({ ...detail, decision: { ...detail.decision, optionId: 'always' } }),
      (detail) => ({ ...detail, decision: { ...detail.decision, digest: 'e'.repeat(64) } }),
      (detail) => ({ ...detail, decision: { ...detail.decision, generation: 2 } }),
      (detail) => ({ ...detail, decision: { ...detail.decision, rosterVersion: 9 } }),
      (detail) => ({ ...detail, decision: { ...detail.decision, signature: 'A'.repeat(86) } }),
      (detail) => ({
        ...detail,
        decision: { ...detail.decision, content: { ...detail.decision.content, reason: 'x' } },
      }),
      (detail) => ({ ...detail, by: { ...detail.by, deviceId: olga.device.deviceId } }),
      (detail) => ({ ...detail, by: { ...detail.by, personId: olga.person.personId } }),
      (detail) => ({ ...detail, by: { ...detail.by, personName: 'Somebody' } }),
      (detail) => ({ ...detail, by: { ...detail.by, deviceName: 'Something' } }),
      () => ({}),
    ]
    for (const change of changes)
      expect(await rewritten(withDetail(2, change)), String(change)).toEqual({
        row: 3,
        entry: null,
        problem: 'decision',
      })
    const elsewhere = drafts.with(2, { ...(drafts[2] as Draft), orbId: 'other' })
    expect(await rewritten(elsewhere)).toMatchObject({ row: 3, problem: 'decision' })
    expect(await rewritten(drafts.toSpliced(4, 0, drafts[2] as Draft))).toMatchObject({
      row: 5,
      problem: 'decided-twice',
    })
  })

  test('no decision counts before its device came or after it went', async () => {
    const late = await decisionDraft(olga, 1)
    expect(await rewritten([...drafts, late])).toMatchObject({ row: 8, problem: 'decision' })
    expect(await rewritten(drafts.toSpliced(3, 0, late))).toMatchObject({ row: 4, problem: 'decision' })
    expect(await rewritten([late, ...drafts])).toMatchObject({ row: 1, problem: 'decision' })
  })

  test('each entry of the roster is named once, in its order', async () => {
    expect(await rewritten(drafts.toSpliced(5, 1))).toEqual({ row: null, entry: 2, problem: 'roster-entry' })
    expect(await rewritten(drafts.toSpliced(3, 1))).toMatchObject({ row: 4, problem: 'decision' })
    expect(await rewritten([...drafts, drafts[5] as Draft])).toMatchObject({ row: 8, problem: 'roster-entry' })
    expect(await rewritten(drafts, roster.entries.slice(0, 2))).toEqual({ row: 6, entry: 2, problem: 'roster-entry' })
    expect(await rewritten([])).toEqual({ row: null, entry: 0, problem: 'roster-entry' })
    const renamed = drafts.with(5, { ...(drafts[5] as Draft), detail: drafts[3]?.detail ?? '' })
    expect(await rewritten(renamed)).toMatchObject({ row: 6, problem: 'roster-entry' })
    expect(await rewritten(drafts.with(5, { ...(drafts[5] as Draft), detail: 'no json' }))).toMatchObject({ row: 6 })
  })

  test('no entry of the roster can be changed', async () => {
    const other = (at: number, change: Partial<RosterEntry>): RosterEntry[] =>
      roster.entries.with(at, { ...(roster.entries[at] as RosterEntry), ...change })
    expect(await rewritten(drafts, other(1, { at: 1 }))).toEqual({ row: 4, entry: 1, problem: 'roster-chain' })
    expect(await rewritten(drafts, other(2, { signature: 'A'.repeat(86) }))).toMatchObject({ row: 6, entry: 2 })
    expect(await rewritten(drafts, roster.entries.toReversed())).toMatchObject({ row: 1, problem: 'roster-chain' })
  })

  test('another roster of another owner is told from the one that is known', async () => {
    const other = await testRoster()
    const log = await chained([await entryDraft(other.entries[0] as RosterEntry)])
    const { founding } = roster.present
    expect(await check(log, other.entries, { founding })).toEqual({ row: 1, entry: 0, problem: 'founding' })
    expect(await check(log, other.entries)).toMatchObject({ outcome: 'whole' })
  })
})

test('what was found is said in a sentence', async () => {
  const finding = await verifyAudit(rows.toSpliced(2, 1), roster.entries)
  expect(finding).toMatchObject({ message: 'Row 3 is not there: row 4 comes in its place.' })
  const unsigned = await verifyAudit(await chained([...drafts, await decisionDraft(olga, 1)]), roster.entries)
  expect(unsigned).toMatchObject({
    message: 'Row 8 holds a decision that does not count: It was made by a device that has been revoked.',
  })
})
