import { Id } from '../../shared/ids.ts'
import { Role, type Grant, type Scope } from '../../shared/people/grants.ts'
import { text, UsageError, type Values } from './usage.ts'

/** Flags that say a role and where it holds. */
export const GRANT_FLAGS = {
  role: { type: 'string' },
  orb: { type: 'string' },
  thread: { type: 'string' },
  expires: { type: 'string' },
} as const

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The grant that flags describe, or null where no role is named.
 * @throws UsageError where they do not fit together
 */
export function readGrant(values: Values, now: number): Grant | null {
  const [named, orb, thread, expires] = [
    text(values, 'role'),
    idOf(values, 'orb'),
    idOf(values, 'thread'),
    text(values, 'expires'),
  ]
  if (named === null) {
    if (orb !== null || thread !== null || expires !== null) throw new UsageError('Say which role with --role.')
    return null
  }
  const role = Role.safeParse(named)
  if (!role.success) throw new UsageError(`--role is "${named}"; it has to be observer, operator or owner.`)
  if (thread !== null && orb === null) throw new UsageError('--thread needs --orb: say which orb the thread is of.')
  const scope = scopeOf(orb, thread)
  if (role.data === 'owner' && scope.kind === 'all' && expires !== null) {
    throw new UsageError('Owning everything cannot have an end. Leave --expires out, or name an orb.')
  }
  return { role: role.data, scope, expiresAt: expires === null ? null : now + duration(expires) }
}

/** An id that a flag gives. */
export function idOf(values: Values, name: string): string | null {
  const given = text(values, name)
  if (given !== null && !Id.safeParse(given).success) throw new UsageError(`--${name} is "${given}", which is no id.`)
  return given
}

function scopeOf(orbId: string | null, threadId: string | null): Scope {
  if (orbId === null) return { kind: 'all' }
  return threadId === null ? { kind: 'orb', orbId } : { kind: 'thread', orbId, threadId }
}

/** Milliseconds of "30m", "12h" or "7d". */
function duration(typed: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(typed) ?? []
  const ms = Number(count) * (UNIT_MS[unit] ?? 0)
  if (ms > 0) return ms
  throw new UsageError(`--expires is "${typed}"; it has to look like 30m, 12h or 7d.`)
}
