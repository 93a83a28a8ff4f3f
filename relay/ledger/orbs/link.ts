import { voidEarlier } from '../approvals/end.ts'
import { audit } from '../audit/audit.ts'
import { endEarlierCommands } from '../commands/effects.ts'
import type { Operation } from '../commit/operation.ts'
import { query } from '../dialect/open.ts'
import type { LinkOutcome, LinkRequest } from '../ledger.ts'
import { statement } from '../store/statement.ts'
import type { Store } from '../store/store.ts'
import { interruptEarlierRuns } from '../threads/runs.ts'
import { ackedOf, ensureStream } from '../transcripts/streams.ts'
import { spendEnrolment } from './enrolments.ts'
import { isRemoved, standingOf } from './orbs.ts'
import { cutName } from '../cut.ts'

const pin = statement(
  (slot: { orbId: string; key: string; generation: number; link: string; title: string; at: number }) =>
    query
      .insertInto('orbs')
      .values({
        orb_id: slot.orbId,
        key: slot.key,
        generation: slot.generation,
        fence: 0,
        link: slot.link,
        last_cmd_seq: 0,
        title: slot.title,
        state: 'starting',
        isolation: 'none',
        harness_name: '',
        harness_version: '',
        workspace: '',
        last_activity: slot.at,
      })
      .onConflict((conflict) => conflict.doNothing()),
)

const attach = statement((slot: { orbId: string; key: string; generation: number; link: string; title: string }) =>
  query
    .updateTable('orbs')
    .set({ link: slot.link, away_since: null, title: slot.title })
    .where('orb_id', '=', slot.orbId)
    .where('key', '=', slot.key)
    .where('generation', '=', slot.generation)
    .where('removed_at', 'is', null),
)

const renew = statement((slot: { orbId: string; key: string; generation: number; link: string; title: string }) =>
  query
    .updateTable('orbs')
    .set({ key: slot.key, generation: slot.generation, link: slot.link, away_since: null, title: slot.title })
    .where('orb_id', '=', slot.orbId)
    .where('generation', '<=', slot.generation)
    .where('removed_at', 'is', null),
)

const detach = statement((slot: { orbId: string; link: string; at: number }) =>
  query
    .updateTable('orbs')
    .set({ link: null, away_since: slot.at })
    .where('orb_id', '=', slot.orbId)
    .where('link', '=', slot.link),
)

const detachAll = statement((slot: { at: number }) =>
  query.updateTable('orbs').set({ link: null, away_since: slot.at }).where('link', 'is not', null),
)

/**
 * Checks what a hello says against the pinned key and the known generation; on `ok` the orb is reachable by this link.
 * A new key or a higher generation takes an enrolment, which is spent in the same transaction.
 */
export function openLink(op: Operation, asked: LinkRequest): LinkOutcome {
  const request = { ...asked, title: cutName(asked.title) }
  const { orbId, generation, stream } = request
  const before = standingOf(op.store, orbId)
  if (before === undefined && isRemoved(op.store, orbId)) return { outcome: 'removed' }
  if (before !== undefined && generation < before.generation)
    return { outcome: 'fenced', generation: before.generation }
  if (op.store.run(attach, request) === 0) {
    const refusal = before === undefined ? enrol(op, request) : renewOrb(op, request, before)
    if (refusal !== null) return refusal
  }
  ensureStream(op.store, orbId, stream)
  op.touched.orbs.add(orbId)
  op.touched.fleet.add(orbId)
  return { outcome: 'ok', acked: ackedOf(op.store, orbId, stream) }
}

function enrol(op: Operation, request: LinkRequest): LinkOutcome | null {
  const { orbId, key, generation, title, at, admission } = request
  if (admission.kind === 'none') return { outcome: 'unknown-orb' }
  if (admission.kind === 'enrolment' && !spendEnrolment(op, { ...admission, orbId, known: false, generation, at }))
    return { outcome: 'spent' }
  op.store.run(pin, request)
  const enrolmentId = admission.kind === 'enrolment' ? admission.enrolmentId : null
  audit(op, { at, kind: 'orb.enrolled', orbId, detail: { orbId, key, generation, title, enrolmentId } })
  return null
}

function renewOrb(
  op: Operation,
  request: LinkRequest,
  before: { readonly key: string; readonly generation: number },
): LinkOutcome | null {
  const { orbId, key, generation, at, admission } = request
  if (admission.kind !== 'enrolment')
    return before.key !== key ? { outcome: 'wrong-key' } : { outcome: 'needs-enrolment', generation: before.generation }
  const { enrolmentId } = admission
  if (!spendEnrolment(op, { ...admission, orbId, known: true, generation, at })) return { outcome: 'spent' }
  op.store.run(renew, request)
  if (before.key !== key)
    audit(op, { at, kind: 'orb.key', orbId, detail: { orbId, key, previousKey: before.key, generation, enrolmentId } })
  if (before.generation < generation) {
    endEarlierGenerations(op, orbId, generation, at)
    audit(op, { at, kind: 'orb.generation', orbId, detail: { orbId, generation, enrolmentId } })
  }
  return null
}

/** The orb is away since `at`, unless a newer link stands. */
export function closeLink(op: Operation, orbId: string, link: string, at: number): void {
  if (op.store.run(detach, { orbId, link, at }) === 0) return
  op.touched.orbs.add(orbId)
  op.touched.fleet.add(orbId)
}

/** No link outlives the relay that held it: what a killed relay left open is away since this one began. */
export function detachAllLinks(store: Store, at: number): void {
  store.run(detachAll, { at })
}

function endEarlierGenerations(op: Operation, orbId: string, generation: number, at: number): void {
  const asked = 'A newer generation of this orb took over, so the agent that asked is gone.'
  voidEarlier(op, { orbId, generation, at, message: asked })
  const sent = 'A newer generation of this orb took over before this arrived.'
  endEarlierCommands(op, { orbId, generation, message: sent })
  interruptEarlierRuns(op, { orbId, generation, at })
}
