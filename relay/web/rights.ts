import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { Id, Sha256 } from '../../shared/ids.ts'
import { EVERYTHING, may, threadsSeen, type Action, type Grant, type Target } from '../../shared/people/grants.ts'
import { deviceOf, type RelayContext } from '../services.ts'

/**
 * What a route needs of whoever asks, as data. `on`: what it is about. `all`: the installation; `orb`, `thread` and
 * `approval`: the one in the path; `blob`: that one's orb, or any thread that it belongs to; `body`: what the body
 * names, so the handler asks `requireRight` itself.
 */
export interface Need {
  readonly action: Action
  readonly on: 'all' | 'orb' | 'thread' | 'approval' | 'blob' | 'body'
}

/** Throws where the device that asks may not do what a route does. */
export async function requireNeed(c: RelayContext, { action, on }: Need): Promise<void> {
  if (on === 'body') return
  const target = await targetOf(c, on)
  if (target === null) throw unseen()
  requireRight(c, action, target)
}

/**
 * Throws where the device that asks may not do this. What lies outside its sight is `not-found`, so that an id tells
 * nothing; what it sees and may not touch is `forbidden`, with a sentence.
 */
export function requireRight(c: RelayContext, action: Action, target: Target): void {
  if (hasRight(c, action, target)) return
  const grants = grantsOfCaller(c)
  if (!sees(grants, target, c.var.services.now())) throw unseen()
  throw new PerigeeError('forbidden', saysNo(action))
}

/** True where the device that asks may do this now. */
export function hasRight(c: RelayContext, action: Action, target: Target): boolean {
  return may(grantsOfCaller(c), action, target, c.var.services.now())
}

/** What the person of the device that asks may do, by the roster of this moment. */
export function grantsOfCaller(c: RelayContext): readonly Grant[] {
  return c.var.services.rosters.grantsOf(deviceOf(c).device.personId)
}

/** What a person hears who may look and not touch. */
export function saysNo(action: Action): string {
  if (action === 'see') return 'This is for those who may see all of this orb. An owner can give you more.'
  return action === 'manage' || action === 'govern'
    ? 'Only an owner may do this. Nothing was changed.'
    : 'You may look here, and not act. Nothing was changed; an owner can give you more.'
}

/** An orb of which one thread may be seen is seen. That there is an installation is no secret. */
function sees(grants: readonly Grant[], target: Target, at: number): boolean {
  if (target.kind === 'all') return true
  if (target.kind === 'thread') return may(grants, 'see', target, at)
  const threads = threadsSeen(grants, target.orbId, at)
  return threads === 'all' || threads.size > 0
}

function unseen(): PerigeeError {
  return new PerigeeError('not-found', 'There is nothing here that you may see.')
}

async function targetOf(c: RelayContext, on: Exclude<Need['on'], 'body'>): Promise<Target | null> {
  const { ledger } = c.var.services
  if (on === 'all') return EVERYTHING
  if (on === 'blob') return targetOfBlob(c)
  const id = Id.safeParse(c.req.param(on + 'Id'))
  if (!id.success) return null
  switch (on) {
    case 'orb':
      return { kind: 'orb', orbId: id.data }
    case 'thread': {
      const orbId = await ledger.orbOfThread(id.data)
      return orbId === null ? null : { kind: 'thread', orbId, threadId: id.data }
    }
    case 'approval': {
      const approval = await ledger.approval(id.data)
      if (approval === null) return null
      // Whoever answers needs it whole: one look at the ledger serves both.
      c.set('approval', approval)
      return { kind: 'thread', orbId: approval.orbId, threadId: approval.request.threadId }
    }
  }
}

/** The orb for who sees all of it, else a thread of the blob that is seen: a hash tells nothing to anybody else. */
async function targetOfBlob(c: RelayContext): Promise<Target | null> {
  const { ledger, now } = c.var.services
  const [orb, hash] = [Id.safeParse(c.req.param('orbId')), Sha256.safeParse(c.req.param('sha256'))]
  if (!orb.success || !hash.success) return null
  const orbId = orb.data
  const seen = threadsSeen(grantsOfCaller(c), orbId, now())
  if (seen === 'all') return { kind: 'orb', orbId }
  if (seen.size === 0) return null
  const threadId = (await ledger.threadsOfBlob(orbId, hash.data)).find((id) => seen.has(id))
  return threadId === undefined ? null : { kind: 'thread', orbId, threadId }
}
