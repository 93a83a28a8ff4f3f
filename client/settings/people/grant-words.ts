import type { Grant, Role, Scope } from '../../../shared/people/grants.ts'
import { minuteTime } from '../../ui/time-words.ts'

/** The title of an orb by its id, where this device knows it. */
export type TitleOf = (orbId: string) => string | undefined

/** What each role may, for the one who hands it out. */
export const roleWords: Readonly<Record<Role, { readonly name: string; readonly text: string }>> = {
  observer: { name: 'Look', text: 'Reads everything there and changes nothing.' },
  operator: { name: 'Work and decide', text: 'Also writes to agents, stops runs and answers approvals.' },
  owner: {
    name: 'Own',
    text: 'Also enrols and removes orbs. Of everything: also adds and removes people and devices.',
  },
}

/** Where a grant holds: "everything", "web-project", "one thread of web-project". */
export function scopeWords(scope: Scope, titleOf: TitleOf): string {
  if (scope.kind === 'all') return 'everything'
  const title = titleOf(scope.orbId) ?? 'an orb that is not here'
  return scope.kind === 'orb' ? title : `one thread of ${title}`
}

/** A grant as a line of a list: "Works and decides in web-project, until 2 March 2026, 14:02". */
export function grantLine({ role, scope, expiresAt }: Grant, titleOf: TitleOf, now: number): string {
  const verbs: Record<Role, string> = { observer: 'Looks at', operator: 'Works and decides in', owner: 'Owns' }
  return `${verbs[role]} ${scopeWords(scope, titleOf)}${untilWords(expiresAt, now)}`
}

/** A grant after "can now": "work and decide in web-project". */
export function canWords({ role, scope }: Grant, titleOf: TitleOf): string {
  if (role === 'owner' && scope.kind === 'all') return 'do everything, also add people and devices'
  const verbs: Record<Role, string> = { observer: 'look at', operator: 'work and decide in', owner: 'manage' }
  return `${verbs[role]} ${scopeWords(scope, titleOf)}`
}

/** Everything that some grants allow, after "can now"; what has ended is left out. */
export function allCanWords(grants: readonly Grant[], titleOf: TitleOf, now: number): string {
  const live = grants.filter(({ expiresAt }) => expiresAt === null || now < expiresAt)
  const words = live.map((grant) => canWords(grant, titleOf) + untilWords(grant.expiresAt, now))
  return words.length === 0 ? 'see nothing yet' : words.join('; ')
}

function untilWords(expiresAt: number | null, now: number): string {
  if (expiresAt === null) return ''
  return expiresAt <= now ? `, ended ${minuteTime(expiresAt)}` : `, until ${minuteTime(expiresAt)}`
}
