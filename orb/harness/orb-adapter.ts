import type { OrbAdapter } from '../../shared/link/reports.ts'
import { GENERIC } from '../adapters/generic.ts'
import type { AdapterManifest } from '../adapters/manifest.ts'

/** The adapter as an orb reports it; null for an agent that was named by its command alone. */
export function orbAdapter(manifest: AdapterManifest, version: string): OrbAdapter | null {
  const { id, title, versions } = manifest
  if (id === GENERIC) return null
  return { id, title, tested: versions === null ? null : isInRange(version, versions) }
}

/** Whether a version lies in a range, both ends included; null where it is no version. */
export function isInRange(version: string, range: { readonly from: string; readonly to: string }): boolean | null {
  const own = numbersOf(version)
  if (own === null) return null
  return compare(own, numbersOf(range.from) ?? []) >= 0 && compare(own, numbersOf(range.to) ?? []) <= 0
}

function numbersOf(version: string): number[] | null {
  const found = /\d+(\.\d+)*/.exec(version)?.[0]
  return found === undefined ? null : found.split('.').map(Number)
}

/** As far as the bound goes: 1.18 as an upper end holds all of 1.18. */
function compare(own: readonly number[], bound: readonly number[]): number {
  for (const [index, part] of bound.entries()) {
    const difference = (own[index] ?? 0) - part
    if (difference !== 0) return difference
  }
  return 0
}
