import { formatNumber } from '../i18n/formats.ts'

/** A progress value as whole percent; null where there is none. What is out of bounds is drawn at its bound. */
export function progressShare(value: number | null): { readonly percent: number } | null {
  if (value === null || !Number.isFinite(value)) return null
  return { percent: Math.round(100 * Math.min(1, Math.max(0, value))) }
}

/** A metric's value in at most six digits, or null. */
export function metricWords(value: number | null): string | null {
  if (value === null || !Number.isFinite(value)) return null
  const isPlain = value === 0 || (Math.abs(value) >= 1e-4 && Math.abs(value) < 1e9)
  return isPlain ? formatNumber(value, { maximumSignificantDigits: 6 }) : value.toExponential(3)
}
