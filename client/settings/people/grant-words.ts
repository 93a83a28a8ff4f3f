import type { Grant, Scope } from '../../../shared/people/grants.ts'
import { minuteTime } from '../../ui/time-words.ts'
import { grantWords } from './words.ts'

/** The title of an orb by its id, where this device knows it. */
export type TitleOf = (orbId: string) => string | undefined

/** Where a grant holds: "everything", "web-project", "one thread of web-project". */
export function scopeWords(scope: Scope, titleOf: TitleOf): string {
  if (scope.kind === 'all') return grantWords.everything
  const title = titleOf(scope.orbId) ?? grantWords.unknownOrb
  return scope.kind === 'orb' ? title : grantWords.threadOf(title)
}

/** A grant as a line of a list: "Works and decides in web-project, until 2 March 2026, 14:02". */
export function grantLine({ role, scope, expiresAt }: Grant, titleOf: TitleOf, now: number): string {
  return untilWords(grantWords.does[role](scopeWords(scope, titleOf)), expiresAt, now)
}

/** A grant after "can now": "work and decide in web-project". */
export function canWords({ role, scope }: Grant, titleOf: TitleOf): string {
  if (role === 'owner' && scope.kind === 'all') return grantWords.canEverything
  return grantWords.can[role](scopeWords(scope, titleOf))
}

/** Everything that some grants allow, after "can now"; what has ended is left out. */
export function allCanWords(grants: readonly Grant[], titleOf: TitleOf, now: number): string {
  const live = grants.filter(({ expiresAt }) => expiresAt === null || now < expiresAt)
  const words = live.map((grant) => untilWords(canWords(grant, titleOf), grant.expiresAt, now))
  return words.length === 0 ? grantWords.canNothing : words.join(grantWords.between)
}

function untilWords(grant: string, expiresAt: number | null, now: number): string {
  if (expiresAt === null) return grant
  return grantWords[expiresAt <= now ? 'ended' : 'until'](grant, minuteTime(expiresAt))
}
