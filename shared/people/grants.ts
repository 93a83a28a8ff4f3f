import * as z from 'zod/mini'
import { Id, Millis } from '../ids.ts'
import { Name } from './name.ts'

/** What a person may do: an observer looks, an operator also works and decides, an owner also says who may. */
export const Role = z.enum(['observer', 'operator', 'owner'])
/** What a person may do. */
export type Role = z.infer<typeof Role>

/** Where a grant holds: every orb that there is and will be, one orb, or one thread of one. */
export const Scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('orb'), orbId: Id }),
  z.object({ kind: z.literal('thread'), orbId: Id, threadId: Id }),
])
/** Where a grant holds. */
export type Scope = z.infer<typeof Scope>

/** A role in a scope, until a moment or for good. */
export const Grant = z.object({ role: Role, scope: Scope, expiresAt: z.nullable(Millis) })
/** A role in a scope. */
export type Grant = z.infer<typeof Grant>

/** A person with everything that was granted. */
export const Person = z.object({
  personId: Id,
  name: Name,
  grants: z.array(Grant).check(z.maxLength(100)),
})
/** A person with everything that was granted. */
export type Person = z.infer<typeof Person>

/**
 * Everything that a right is needed for. `see`: rooms, entries, blobs, approvals. `operate`: prompts, stops, threads,
 * the desk. `decide`: answering approvals. `manage`: an orb's enrolment, removal and note tokens.
 * `govern`: people, devices, the roster and the audit log.
 */
export type Action = 'see' | 'operate' | 'decide' | 'manage' | 'govern'

/** The least role that each action takes. */
const NEEDS: Readonly<Record<Action, Role>> = {
  see: 'observer',
  operate: 'operator',
  decide: 'operator',
  manage: 'owner',
  govern: 'owner',
}
const RANK: Readonly<Record<Role, number>> = { observer: 0, operator: 1, owner: 2 }

/** What an action is about: the installation, an orb as a whole, or one thread of it. */
export type Target =
  | { readonly kind: 'all' }
  | { readonly kind: 'orb'; readonly orbId: string }
  | { readonly kind: 'thread'; readonly orbId: string; readonly threadId: string }

/** The installation as a whole. */
export const EVERYTHING: Target = { kind: 'all' }

/**
 * The one answer to "may this person do that here and now?". Every route, room, command and decision asks it, on the
 * relay and again on the runner. `at`: milliseconds, on the asking side's clock.
 */
export function may(grants: readonly Grant[], action: Action, target: Target, at: number): boolean {
  return grants.some((grant) => isLive(grant, at) && covers(grant.scope, target) && suffices(grant.role, action))
}

/** Which threads of an orb may be seen: all of them, these, or none (an empty set). */
export function threadsSeen(grants: readonly Grant[], orbId: string, at: number): 'all' | ReadonlySet<string> {
  if (may(grants, 'see', { kind: 'orb', orbId }, at)) return 'all'
  const threads = new Set<string>()
  for (const { scope, ...grant } of grants) {
    if (scope.kind === 'thread' && scope.orbId === orbId && isLive(grant, at)) threads.add(scope.threadId)
  }
  return threads
}

/** The next moment after `at` at which one of these grants ends, or null. */
export function nextExpiry(grants: readonly Grant[], at: number): number | null {
  const ends = grants.flatMap(({ expiresAt }) => (expiresAt !== null && expiresAt > at ? [expiresAt] : []))
  return ends.length === 0 ? null : Math.min(...ends)
}

/** True where one role may do more than another. */
export function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other]
}

function isLive(grant: Pick<Grant, 'expiresAt'>, at: number): boolean {
  return grant.expiresAt === null || at < grant.expiresAt
}

function suffices(role: Role, action: Action): boolean {
  return RANK[role] >= RANK[NEEDS[action]]
}

function covers(scope: Scope, target: Target): boolean {
  if (scope.kind === 'all') return true
  if (target.kind === 'all' || scope.orbId !== target.orbId) return false
  return scope.kind === 'orb' || (target.kind === 'thread' && scope.threadId === target.threadId)
}
