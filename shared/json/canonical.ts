/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * Canonical JSON by RFC 8785: keys sorted by UTF-16 code units, numbers and strings as ECMAScript prints them, no white space.
 * Object members that are undefined are left out, as JSON.stringify does.
 * Throws a TypeError for what JSON cannot hold: non-finite numbers, lone surrogates, functions, cycles.
 */
export function canonicalJson(value: unknown): string {
  return write(value, [])
}

function write(value: unknown, parents: object[]): string {
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('Canonical JSON has no number like ' + value)
    return JSON.stringify(value)
  }
  if (typeof value === 'string') {
    if (hasLoneSurrogate(value)) throw new TypeError('Canonical JSON has no lone surrogates')
    return JSON.stringify(value)
  }
  if (typeof value !== 'object') throw new TypeError('Canonical JSON has no ' + typeof value)
  if (parents.includes(value)) throw new TypeError('Canonical JSON has no cycles')
  const inside = [...parents, value]
  if (Array.isArray(value)) return '[' + value.map((item) => write(item ?? null, inside)).join(',') + ']'
  const members: string[] = []
  const record = value as Record<string, unknown>
  // Array.sort without a comparator orders by UTF-16 code units, which is what the RFC asks for.
  for (const key of Object.keys(record).sort()) {
    if (record[key] === undefined) continue
    members.push(write(key, inside) + ':' + write(record[key], inside))
  }
  return '{' + members.join(',') + '}'
}

function hasLoneSurrogate(text: string): boolean {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)
}

/** Replaces lone surrogates by U+FFFD, so that any string from outside can be digested. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
}
