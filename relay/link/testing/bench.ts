import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { WebSocketServer } from 'ws'
import type { Actor } from '../../../shared/approvals/decision.ts'
import type { EnrolmentString, UnsignedEnrolment } from '../../../shared/devices/enrolment.ts'
import type { RosterChange } from '../../../shared/devices/roster-entry.ts'
import { testEnrolment } from '../../../tests/support/enrolment.ts'
import { testLedger } from '../../../tests/support/ledger.ts'
import { testRoster, type TestDevice, type TestRoster } from '../../../tests/support/roster.ts'
import { openRosters, type Rosters } from '../../devices/rosters.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { createMetrics, type Metrics } from '../../metrics/metrics.ts'
import { createReads } from '../../reads/reads.ts'
import { createLinks, type Links } from '../links.ts'

/** The links of a relay over a real ledger, a real roster and real sockets, without the rest of it. */
export interface LinkBench {
  readonly port: number
  readonly ledger: Ledger
  readonly rosters: Rosters
  /** The same roster with the keys that sign it. */
  readonly roster: TestRoster
  readonly links: Links
  /** The first owner, as the ledger records them. */
  readonly owner: Actor
  /** Keys that may be pinned without an enrolment. */
  readonly trustedKeys: Set<string>
  /** Signs an enrolment and hands it in; `by`: another device than the owner's. */
  enrolment(more?: Partial<UnsignedEnrolment>, by?: TestDevice): Promise<EnrolmentString>
  /** Signs an enrolment that nobody hands in. */
  signed(more?: Partial<UnsignedEnrolment>, by?: TestDevice): Promise<EnrolmentString>
  /** Appends an entry, signed by the owner. */
  change(change: RosterChange): Promise<void>
}

/** Starts one; it ends with the test. `paired`: whether the roster is founded. */
export async function openLinkBench({ paired = true } = {}): Promise<LinkBench> {
  const test = await testLedger()
  const { ledger } = test
  const log = pino({ level: 'silent' })
  const rosters = await openRosters({ ledger, log, now: Date.now })
  const roster = await testRoster()
  if (paired) for (const entry of roster.entries) await rosters.found(entry)
  const trustedKeys = new Set<string>()
  const metrics = linkMetrics(ledger)
  const links = createLinks({
    ledger,
    reads: createReads(),
    rosters,
    trustedKeys,
    log,
    metrics,
    now: Date.now,
    storageFull: false,
  })
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (ws) => links.accept(ws))
  await once(server, 'listening')
  onTestFinished(async () => {
    await links.close()
    server.close()
    await test[Symbol.asyncDispose]()
  })
  const { device, person } = roster.owner
  const { deviceId, name: deviceName, personId } = device
  const owner = { deviceId, deviceName, personId, personName: person.name }
  const signed: LinkBench['signed'] = (more = {}, by = roster.owner) =>
    testEnrolment({ ...roster, present: roster.present, owner: by }, more)
  return {
    port: (server.address() as AddressInfo).port,
    ledger,
    rosters,
    roster,
    links,
    owner,
    trustedKeys,
    signed,
    async enrolment(more, by) {
      const string = await signed(more, by)
      await ledger.addEnrolment(string.enrolment, owner, Date.now())
      return string
    },
    async change(change) {
      const { outcome } = await rosters.append(await roster.add(change), null)
      if (outcome !== 'appended') throw new Error('The roster took no entry: ' + outcome)
    },
  }
}

/** Counters for links alone. */
export function linkMetrics(ledger: Ledger): Metrics {
  const rooms = { framesSent: 0, bytesSent: 0, slowClosed: 0, projections: 0, desks: 0, sockets: 0 }
  return createMetrics(ledger, () => ({ links: 1, heldBytes: 0, rooms }))
}
