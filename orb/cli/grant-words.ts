import { shownBriefly } from '../device/terminal-text.ts'
import type { Grant, Person, Scope } from '../../shared/people/grants.ts'

/** A grant in words: "operator of orb ID until 2026-03-02 14:02 UTC". */
export function grantWords({ role, scope, expiresAt }: Grant): string {
  return `${role} of ${scopeWords(scope)}${expiresAt === null ? '' : ` until ${moment(expiresAt)}`}`
}

function scopeWords(scope: Scope): string {
  if (scope.kind === 'all') return 'everything'
  return scope.kind === 'orb' ? `orb ${scope.orbId}` : `thread ${scope.threadId} of orb ${scope.orbId}`
}

/** All that a person may: "operator of orb A; observer of orb B". */
export function grantsWords(grants: readonly Grant[]): string {
  return grants.length === 0 ? 'no rights' : grants.map(grantWords).join('; ')
}

/** A person by name, with what they may. */
export function personWords({ name, grants }: Pick<Person, 'name' | 'grants'>): string {
  return `${shownBriefly(name)}, ${grantsWords(grants)}`
}

/** A moment to the minute, UTC, so that two machines say the same. */
export function moment(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'
}

/** How long ago, in the largest unit that fits. */
export function ago(at: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000))
  if (seconds < 60) return 'just now'
  for (const [size, unit] of [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ] as const) {
    const count = Math.floor(seconds / size)
    if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
