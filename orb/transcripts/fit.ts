import { wellFormed } from '../../shared/json/canonical.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import type { BlobRef } from '../../shared/transcripts/bodies.ts'
import { cutToCost } from './text-cost.ts'

/** A text longer than this stands elsewhere: a body has room for several that are shorter. */
export const INLINE_BYTES = 12 * 1024
/** A fitted record, under LIMITS.bodyBytes with room for what is added to it. */
const FITTED_BYTES = 56 * 1024
/** Deeper values are left out: nobody reads them, and printing them could exhaust the stack. */
const DEPTH = 40

/** Where long parts go. */
export interface Keep {
  /** What stands in place of a long text. */
  text(text: string, mediaType: string): BlobRef | string
  /** What stands in place of bytes that came as base64. */
  base64(data: string, mediaType: string): BlobRef | null
}

/** Keeps nothing: long texts are cut. For what will be replaced soon, such as the output of a call that still runs. */
export const CUT: Keep = {
  text: (text) => `${wellFormed(cutToCost(text.slice(0, INLINE_BYTES), INLINE_BYTES))}…`,
  base64: () => null,
}

/**
 * A record that fits into a body: text well-formed, long texts kept elsewhere, and, where it is still too large, its
 * largest fields, or all of it. Never larger than FITTED_BYTES; never changes what it is given.
 */
export function fitRecord(record: Record<string, unknown>, keep: Keep): Record<string, unknown> {
  const fitted: Record<string, unknown> = {}
  const sizes = new Map<string, number>()
  let total = 0
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue
    const fit = fitValue(value, keep)
    const size = jsonBytes(fit) + Buffer.byteLength(name) + 4
    fitted[name] = fit
    sizes.set(name, size)
    total += size
  }
  for (const [name, size] of [...sizes].sort((a, b) => b[1] - a[1])) {
    if (total <= FITTED_BYTES) break
    const short = keep.text(JSON.stringify(fitted[name]), 'application/json')
    fitted[name] = Array.isArray(fitted[name])
      ? [typeof short === 'string' ? { type: 'text', text: short } : short]
      : short
    total += jsonBytes(fitted[name]) - size
  }
  // Any number of small fields: nothing of it can be told from the rest.
  return total <= FITTED_BYTES ? fitted : { whole: keep.text(JSON.stringify(fitted), 'application/json') }
}

/** A value with its strings well-formed and the long ones kept elsewhere. Total: any JSON value, however deep. */
export function fitValue(value: unknown, keep: Keep, depth = 0): unknown {
  if (typeof value === 'string') {
    if (value.length * 3 <= INLINE_BYTES || jsonBytes(value) <= INLINE_BYTES) return wellFormed(value)
    return keep.text(value, 'text/plain')
  }
  // JSON.parse gives Infinity for 1e999, which neither JSON nor a digest can hold.
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'object' || value === null) return value ?? null
  if (depth >= DEPTH) return '…'
  if (Array.isArray(value)) return value.map((item) => fitValue(item, keep, depth + 1))
  const fitted: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    if (name !== '__proto__') fitted[wellFormed(name)] = fitValue(member, keep, depth + 1)
  }
  return fitted
}
