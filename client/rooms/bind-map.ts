import type * as Y from 'yjs'

/** One key of a map that is new, changed, or gone: then its value is undefined. */
export interface MapChange<T> {
  readonly key: string
  readonly value: T | undefined
}

/**
 * Reads a Y.Map of flat JSON values and follows it key by key, so that a change costs what changed.
 * `parse` throws or returns undefined for a value that is malformed; such a key is left out.
 * `apply` gets everything first (`whole` true: replace), then each transaction's changes. Returns the way to stop.
 */
export function bindMap<T>(
  map: Y.Map<unknown>,
  parse: (value: unknown) => T | undefined,
  apply: (changes: MapChange<T>[], whole: boolean) => void,
): () => void {
  const read = (key: string): MapChange<T> => ({ key, value: map.has(key) ? parse(map.get(key)) : undefined })
  apply([...map.keys()].map(read), true)
  const observer = (event: Y.YMapEvent<unknown>): void => apply([...event.keysChanged].map(read), false)
  map.observe(observer)
  return () => map.unobserve(observer)
}
