import { formatDate, formatNumber } from '../i18n/formats.ts'
import { timeWords } from './words.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `short` in lists ("2 min"), `ago` in sentences ("2 min ago"), `spoken` for a screen reader ("2 minutes"). */
export type TimeStyle = 'short' | 'ago' | 'spoken'

/**
 * How long ago, in words that change by the minute at most: "now", "2 min", "6 h", then "yesterday 14:02", then
 * the date. Times in ms; local zone. A time in the future, from a clock ahead of ours, is "now".
 */
export function relativeTime(at: number, now: number, style: TimeStyle = 'short'): string {
  const age = now - at
  if (age < MINUTE) return timeWords.now
  if (age < HOUR) return amount(Math.floor(age / MINUTE), 'minute', style)
  if (age < 12 * HOUR || sameDay(at, now)) return amount(Math.floor(age / HOUR), 'hour', style)
  if (sameDay(at, now - DAY)) return timeWords.yesterday(clockTime(at))
  return timeWords.onDay(dateOf(at, now), clockTime(at))
}

/** The exact local time, for a tooltip or a receipt: "2 March 2026, 14:02:09". */
export function exactTime(at: number): string {
  return formatDate(at, { dateStyle: 'long', timeStyle: 'medium' })
}

/** A moment that was chosen or set, to the minute: "2 March 2026 at 14:02". */
export function minuteTime(at: number): string {
  return formatDate(at, { dateStyle: 'long', timeStyle: 'short' })
}

/** A stretch of time as people say it: "0.4 s", "8 s", "4 min", "1 h 5 min". Takes ms. */
export function duration(ms: number): string {
  const time = Math.max(0, ms)
  if (time < 10_000) return timeWords.seconds(formatNumber(Math.round(time / 100) / 10))
  if (time < MINUTE) return timeWords.seconds(formatNumber(Math.round(time / 1000)))
  if (time < HOUR) return timeWords.minutes(formatNumber(Math.round(time / MINUTE)))
  const minutes = Math.round((time % HOUR) / MINUTE)
  const hours = formatNumber(Math.floor(time / HOUR))
  return minutes === 0 ? timeWords.hours(hours) : timeWords.hoursAndMinutes(hours, formatNumber(minutes))
}

function amount(count: number, unit: 'minute' | 'hour', style: TimeStyle): string {
  if (style === 'spoken') return timeWords.age(formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' }))
  const written = timeWords[`${unit}s`](formatNumber(count))
  return timeWords[style === 'ago' ? 'ago' : 'age'](written)
}

function sameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

function clockTime(at: number): string {
  return formatDate(at, { hour: '2-digit', minute: '2-digit' })
}

function dateOf(at: number, now: number): string {
  const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  return formatDate(at, { day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) })
}
