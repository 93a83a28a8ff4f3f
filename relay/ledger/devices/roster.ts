import { ROSTER_ENTRY, type RosterEntryDetail } from '../../../shared/audit/details.ts'
import type { RosterEntry } from '../../../shared/devices/roster-entry.ts'
import { audit } from '../audit/audit.ts'
import { Undo, type Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import { statement } from '../store/statement.ts'
import type { RosterAppend, RosterAppendOutcome } from './device-ledger.ts'
import { applyChange } from './devices.ts'
import { confirmInvitation } from './invitations.ts'

const all = statement((_: object) => query.selectFrom('roster').select('entry').orderBy('version'))

const newest = statement((_: object) => query.selectFrom('roster').select(({ fn }) => fn.max('version').as('version')))

const insert = statement(
  (slot: { version: number; hash: string; previousHash: string | null; entry: string; at: number }) =>
    query.insertInto('roster').values({
      version: slot.version,
      hash: slot.hash,
      previous_hash: slot.previousHash,
      entry: slot.entry,
      at: slot.at,
    }),
)

/** The whole roster, oldest entry first. */
export function roster(op: Operation): RosterEntry[] {
  return op.store.all(all, {}).map(({ entry }) => JSON.parse(entry) as RosterEntry)
}

/** The version of the newest entry; null before the first pairing. */
export function rosterVersion(op: Operation): number | null {
  return op.store.first(newest, {})?.version ?? null
}

/**
 * Appends an entry. That it fits was checked before; that no other has its version or its place, the keys say. Devices,
 * sessions, the confirmed invitation and the audit row go with it or not at all.
 */
export function appendRoster(op: Operation, { entry, hash, invitationId, at }: RosterAppend): RosterAppendOutcome {
  const { version, previous: previousHash, by, change, signature } = entry
  op.store.run(insert, { version, hash, previousHash, entry: JSON.stringify(entry), at })
  if (invitationId !== null && !confirmInvitation(op, invitationId, entry, at)) {
    const outcome: RosterAppendOutcome = 'no-invitation'
    throw new Undo(outcome)
  }
  applyChange(op, change, at)
  const detail: RosterEntryDetail = { version, hash, signature, by, change: change.kind }
  audit(op, { at, kind: ROSTER_ENTRY, orbId: null, detail })
  return 'appended'
}
