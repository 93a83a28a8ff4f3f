/** `after`, with every part that equals its counterpart in `before` replaced by it. For plain JSON values. */
export function share<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after
  if (Array.isArray(before) && Array.isArray(after)) {
    const parts = after.map((part, at) => share(before[at], part) as unknown)
    const same = before.length === parts.length && parts.every((part, at) => Object.is(part, before[at]))
    return (same ? before : parts) as T
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = Object.keys(after)
    const parts = Object.fromEntries(keys.map((key) => [key, share(before[key], after[key])]))
    const same = keys.length === Object.keys(before).length && keys.every((key) => Object.is(parts[key], before[key]))
    return (same ? before : parts) as T
  }
  return after
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
