import type { MapChange } from './bind-map.ts'

/**
 * What a store's record becomes by a list of changes, to be used inside a draft-style setter.
 * Keys are copied one by one, so that readers of other keys hear nothing.
 */
export function applyChanges<T>(record: Record<string, T>, changes: readonly MapChange<T>[], whole: boolean): void {
  if (whole) {
    const present = new Set(changes.filter((change) => change.value !== undefined).map((change) => change.key))
    for (const key of Object.keys(record)) if (!present.has(key)) delete record[key]
  }
  for (const change of changes) {
    if (change.value === undefined) delete record[change.key]
    else record[change.key] = change.value
  }
}

/** A parser for bindMap from a schema: what does not fit is left out. */
export function tolerant<T>(schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } }) {
  return (value: unknown): T | undefined => {
    const parsed = schema.safeParse(value)
    return parsed.success ? parsed.data : undefined
  }
}
