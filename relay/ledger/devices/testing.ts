import { entryHash, type RosterEntry } from '../../../shared/devices/roster-entry.ts'
import { NOON, type TestLedger } from '../../../tests/support/ledger.ts'
import { makeDevice, testRoster, type TestDevice, type TestRoster } from '../../../tests/support/roster.ts'
import type { RosterAppendOutcome } from './device-ledger.ts'

/** A roster and the ledger that keeps it. */
export interface KeptRoster {
  readonly roster: TestRoster
  /** Puts an entry into the ledger. */
  keep(entry: RosterEntry, invitationId?: string, at?: number): Promise<RosterAppendOutcome>
  /** Adds a further device of the owner, in both. */
  addDevice(name: string): Promise<TestDevice>
}

/** Founds a roster in a ledger. */
export async function keptRoster({ ledger }: Pick<TestLedger, 'ledger'>): Promise<KeptRoster> {
  const roster = await testRoster()
  const keep: KeptRoster['keep'] = async (entry, invitationId, at = NOON) =>
    ledger.appendRoster({ entry, hash: await entryHash(entry), invitationId: invitationId ?? null, at })
  for (const entry of roster.entries) await keep(entry)
  return {
    roster,
    keep,
    async addDevice(name) {
      const made = await makeDevice(roster.owner.person, { name })
      await keep(await roster.add({ kind: 'device.add', device: made.device, person: made.person }))
      return made
    },
  }
}
