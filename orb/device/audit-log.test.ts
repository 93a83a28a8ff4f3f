import { expect, test } from 'vitest'
import { AUDIT_ROOT, auditHash, type AuditRow } from '../../shared/audit/audit.ts'
import { ROSTER_ENTRY } from '../../shared/audit/details.ts'
import { verifyAudit } from '../../shared/audit/verify.ts'
import { entryHash, type RosterEntry } from '../../shared/devices/roster-entry.ts'
import { canonicalJson } from '../../shared/json/canonical.ts'
import { testRoster } from '../../tests/support/roster.ts'
import { readAuditLog, type AuditSource } from './audit-log.ts'

/** A log that grows by a roster entry, as a relay writes it. */
async function append(rows: AuditRow[], entry: RosterEntry): Promise<void> {
  const { version, signature, by, change } = entry
  const detail = canonicalJson({ version, hash: await entryHash(entry), signature, by, change: change.kind })
  const previousHash = rows.at(-1)?.hash ?? AUDIT_ROOT
  const row = { id: rows.length + 1, at: entry.at, kind: ROSTER_ENTRY, orbId: null, detail, previousHash }
  rows.push({ ...row, hash: await auditHash(row) })
}

test('a roster that grows while the log is read makes no true log look broken', async () => {
  const roster = await testRoster()
  const rows: AuditRow[] = []
  for (const entry of roster.entries) await append(rows, entry)
  let asked = 0
  const source: AuditSource = async (path) => {
    asked += 1
    const after = Number(new URL(path, 'http://relay').searchParams.get('after'))
    const page = { rows: rows.filter(({ id }) => id > after).slice(0, 1), roster: [...roster.entries] }
    // Somebody changes a person just after each of the first answers.
    if (asked <= 5) await append(rows, await roster.add({ kind: 'person.set', person: roster.owner.person }))
    return page
  }
  const log = await readAuditLog(source)
  expect(log.rows).toHaveLength(6)
  expect(await verifyAudit(log.rows, log.roster)).toMatchObject({ outcome: 'whole' })
})

test('a relay that shows the same rows again is stopped', async () => {
  const rows: AuditRow[] = []
  for (const entry of (await testRoster()).entries) await append(rows, entry)
  await expect(readAuditLog(async () => ({ rows, roster: [] }))).rejects.toThrow('The log does not hold.')
})
