/**
 * True where arrays and objects stand inside one another more than `levels` deep. Looks no deeper than that, so a value
 * that nobody could walk through is safe to ask about. Strings of any length cost nothing.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true
  return false
}
