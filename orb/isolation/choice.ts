import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import type { Account } from './accounts.ts'
import type { Machine } from './machine.ts'

/** What can be asked for. `best`: namespace where it works, else uid where that works, else none. */
export const WISHES = ['best', 'namespace', 'uid', 'none'] as const
/** What can be asked for. */
export type Wish = (typeof WISHES)[number]

/** How an agent is kept apart, and in a sentence why so. */
export type Choice = { readonly reason: string } & (
  | { readonly isolation: 'none' }
  | { readonly isolation: 'namespace'; readonly bwrap: string }
  | { readonly isolation: 'uid'; readonly account: Account }
)

/**
 * How an agent is kept apart on this machine, given what was asked for.
 * @throws PerigeeError where it was named and cannot be done: less than what was asked for is never taken silently
 */
export function chooseIsolation(wish: Wish, look: () => Machine): Choice {
  if (wish === 'none') return { isolation: 'none', reason: 'No isolation, as asked for.' }
  const { namespace, uid } = look()
  if (wish !== 'uid' && namespace.can) {
    const reason = wish === 'best' ? 'Namespaces work here, and they keep an agent apart best.' : 'As asked for.'
    return { isolation: 'namespace', bwrap: namespace.value, reason }
  }
  if (wish !== 'namespace' && uid.can) {
    const reason =
      wish === 'uid' || namespace.can ? 'As asked for.' : `${namespace.why} A user of its own is the next best.`
    return { isolation: 'uid', account: uid.value, reason }
  }
  const missing = wish === 'uid' ? uid : namespace
  const why = missing.can ? '' : `${missing.why} ${missing.help}`
  if (wish === 'best') return { isolation: 'none', reason: why }
  throw new PerigeeError('not-supported', `--isolation ${wish} cannot be done on this machine. ${why}`)
}
