import type { Health } from '../../shared/http/api.ts'
import { PROTOCOL, SOFTWARE } from '../../shared/version.ts'
import type { LedgerStats } from '../ledger/ledger.ts'
import type { RelayContext } from '../services.ts'

/** A ledger that answers later than this is of no use to anybody who waits for a commit. */
const LEDGER_WAIT_MS = 3_000

/** GET /healthz: 200 only where the ledger answered just now. */
export async function getHealth(c: RelayContext): Promise<Response> {
  const stats = await inTime(c.var.services.ledger.stats())
  const health: Health = {
    ok: stats !== null,
    software: SOFTWARE,
    protocol: [...PROTOCOL],
    storage: stats?.storageFull === true ? 'full' : 'ok',
  }
  return c.json(health, health.ok ? 200 : 503)
}

async function inTime(stats: Promise<LedgerStats>): Promise<LedgerStats | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), LEDGER_WAIT_MS)
  })
  return Promise.race([stats.catch(() => null), late]).finally(() => clearTimeout(timer))
}
