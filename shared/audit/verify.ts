import type { RosterEntry } from '../devices/roster-entry.ts'
import { foldEntry, type Roster } from '../devices/roster.ts'
import { AUDIT_ROOT, auditHash, type AuditRow } from './audit.ts'
import { decisionProblem } from './decision-row.ts'
import { DECIDED, ROSTER_ENTRY, RosterEntryDetail } from './details.ts'

/** What is known of a log from elsewhere. Without `head` rows that are missing at the end cannot be told. */
export interface KnownOfLog {
  /** A row that was there when somebody looked before: a longer log must still hold it. */
  readonly head?: { readonly id: number; readonly hash: string } | undefined
  /** The founding hash of the roster, as a device or an orb of it pinned it. */
  readonly founding?: string | undefined
}

/** Why a log is not to be believed. */
export type AuditProblem =
  | 'missing'
  | 'chain'
  | 'hash'
  | 'cut'
  | 'roster-entry'
  | 'roster-chain'
  | 'founding'
  | 'decision'
  | 'decided-twice'

/** What a check of a whole log found: everything in place, or the first thing that is not. */
export type AuditFinding =
  | {
      readonly outcome: 'whole'
      readonly rows: number
      readonly decisions: number
      readonly entries: number
      /** The newest row: what to keep elsewhere, so that the next check can tell a cut. Null for an empty log. */
      readonly head: { readonly id: number; readonly hash: string } | null
      /** False: nothing was known of the end, so rows may be missing there. */
      readonly endKnown: boolean
    }
  | {
      readonly outcome: 'broken'
      /** The first bad row; null where no row but the roster or the end is at fault. */
      readonly row: number | null
      /** The entry of the roster that is at fault, by its version; else null. */
      readonly entry: number | null
      readonly problem: AuditProblem
      /** A sentence that names the place. */
      readonly message: string
    }

type Broken = AuditFinding & { outcome: 'broken' }

/**
 * Checks a log from its first row on, with the whole roster beside it: the chain and the hashes, ids without holes, each
 * entry of the roster named once and in order by a row that fits it, and each decision signed by a device that counted
 * at that place of the log. Never throws for what the rows hold.
 *
 * The chain has no key: whoever can write the ledger can write a new chain. What they cannot do is sign, or change a
 * head that was kept elsewhere.
 */
export async function verifyAudit(
  rows: AsyncIterable<AuditRow> | Iterable<AuditRow>,
  roster: readonly RosterEntry[],
  { head, founding }: KnownOfLog = {},
): Promise<AuditFinding> {
  const decided = new Set<string>()
  let present: Roster | null = null
  let last = { id: 0, hash: AUDIT_ROOT }
  for await (const row of rows) {
    const chained = (await chainProblem(last, row)) ?? headProblem(row, head)
    if (chained !== null) return chained
    last = { id: row.id, hash: row.hash }
    if (row.kind === ROSTER_ENTRY) {
      const taken = await takeEntry(present, row, roster)
      if (taken.outcome === 'broken') return taken
      present = taken.roster
      if (founding !== undefined && present.founding !== founding)
        return broken('founding', row.id, 'names another first owner than the one that is known', 0)
    } else if (row.kind === DECIDED) {
      const problem = await decisionProblem(present, row)
      if (problem.problem !== null) return broken('decision', row.id, problem.problem)
      if (decided.has(problem.approvalId)) return broken('decided-twice', row.id, 'decides what was decided before')
      decided.add(problem.approvalId)
    }
  }
  if (head !== undefined && head.id > last.id) {
    const message = `The log ends with row ${last.id}, and row ${head.id} was there before.`
    return { outcome: 'broken', row: null, entry: null, problem: 'cut', message }
  }
  const entries = present === null ? 0 : present.version + 1
  if (entries !== roster.length) {
    const message = `No row of the log names entry ${entries} of the roster.`
    return { outcome: 'broken', row: null, entry: entries, problem: 'roster-entry', message }
  }
  return {
    outcome: 'whole',
    rows: last.id,
    decisions: decided.size,
    entries,
    head: last.id === 0 ? null : last,
    endKnown: head !== undefined,
  }
}

async function chainProblem(last: { id: number; hash: string }, row: AuditRow): Promise<Broken | null> {
  if (row.id !== last.id + 1) return broken('missing', last.id + 1, `is not there: row ${row.id} comes in its place`)
  if (row.previousHash !== last.hash) return broken('chain', row.id, 'does not follow the row before it')
  return row.hash === (await hashOf(row)) ? null : broken('hash', row.id, 'was changed after it was written')
}

function headProblem(row: AuditRow, head: KnownOfLog['head']): Broken | null {
  return row.id === head?.id && row.hash !== head.hash
    ? broken('cut', row.id, 'is another one than was there before: the log was written anew')
    : null
}

async function takeEntry(
  present: Roster | null,
  row: AuditRow,
  roster: readonly RosterEntry[],
): Promise<Broken | { readonly outcome: 'taken'; readonly roster: Roster }> {
  const detail = readDetail(row.detail)
  const version = present === null ? 0 : present.version + 1
  if (detail?.version !== version) return broken('roster-entry', row.id, `does not name entry ${version} of the roster`)
  const entry = roster[version]
  if (entry === undefined)
    return broken('roster-entry', row.id, 'names an entry that the roster does not have', version)
  const folded = await foldEntry(present, entry)
  if (folded.outcome === 'refused')
    return broken('roster-chain', row.id, `names an entry that cannot stand there: ${folded.message}`, version)
  const fits =
    detail.hash === folded.roster.hash &&
    detail.signature === entry.signature &&
    detail.by === entry.by &&
    detail.change === entry.change.kind
  return fits
    ? { outcome: 'taken', roster: folded.roster }
    : broken('roster-entry', row.id, 'names another entry than the roster has', version)
}

function readDetail(text: string): RosterEntryDetail | null {
  try {
    const read = RosterEntryDetail.safeParse(JSON.parse(text))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Null for text that canonical JSON has no form for: no true row holds any. */
async function hashOf(row: AuditRow): Promise<string | null> {
  try {
    return await auditHash(row)
  } catch {
    return null
  }
}

function broken(problem: AuditProblem, row: number, says: string, entry: number | null = null): Broken {
  return { outcome: 'broken', row, entry, problem, message: `Row ${row} ${says}.`.replace(/\.\.$/, '.') }
}
