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
import { standingOf } from './orbs.ts'
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
    .set({ generation: slot.generation, link: slot.link, away_since: null, title: slot.title })
    .where('orb_id', '=', slot.orbId)
    .where('key', '=', slot.key)
    .where('generation', '<=', slot.generation),
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

/** Checks what a hello says against the pinned key and the known generation; on `ok` the orb is reachable by this link. */
export function openLink(op: Operation, request: LinkRequest): LinkOutcome {
  const { orbId, key, generation, link, at, stream } = request
  const title = cutName(request.title)
  const before = standingOf(op.store, orbId)
  if (before === undefined) {
    if (!request.mayEnrol) return { outcome: 'unknown-orb' }
    op.store.run(pin, { orbId, key, generation, link, title, at })
    audit(op, { at, kind: 'orb.enrolled', orbId, detail: { orbId, key, generation, title } })
  } else if (op.store.run(attach, { orbId, key, generation, link, title }) === 0) {
    if (before.key !== key) return { outcome: 'wrong-key' }
    return { outcome: 'fenced', generation: before.generation }
  } else if (before.generation < generation) {
    endEarlierGenerations(op, orbId, generation, at)
  }
  ensureStream(op.store, orbId, stream)
  op.touched.orbs.add(orbId)
  op.touched.fleet.add(orbId)
  return { outcome: 'ok', acked: ackedOf(op.store, orbId, stream) }
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
  voidEarlier(op, { orbId, generation, at })
  endEarlierCommands(op, { orbId, generation })
  interruptEarlierRuns(op, { orbId, generation, at })
  audit(op, { at, kind: 'orb.generation', orbId, detail: { orbId, generation } })
}
