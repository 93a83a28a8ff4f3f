import { spokenLanguage } from './translated.ts'

/** English as Europe writes dates: the day first, and 24 hours. */
const TAGS = { en: 'en-GB', 'zh-Hans': 'zh-Hans-CN', 'en-XA': 'en-GB', 'en-XB': 'en-GB' } as const

/** The forms of a word that counts; which languages need more than `other` is up to them. */
export type PluralForms = Readonly<{ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>>

/** The form that goes with a count: `plural(files, { one: 'file', other: 'files' })`. */
export function plural(count: number, forms: PluralForms): string {
  const rule = made('plural', (tag) => new Intl.PluralRules(tag)).select(count)
  return forms[rule] ?? forms.other
}

/** A number as the language writes it: "12,400". */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return made(`number ${JSON.stringify(options)}`, (tag) => new Intl.NumberFormat(tag, options)).format(value)
}

/** A moment as the language writes it, in the local zone. Takes ms since the epoch; "Invalid Date" for none. */
export function formatDate(at: number, options: Intl.DateTimeFormatOptions): string {
  if (!(Math.abs(at) <= 8.64e15)) return String(new Date(NaN))
  return made(`date ${JSON.stringify(options)}`, (tag) => new Intl.DateTimeFormat(tag, options)).format(at)
}

/** Making a formatter takes longer than a hundred uses of it. */
const formatters = new Map<string, unknown>()

function made<T>(kind: string, make: (tag: string) => T): T {
  const tag = TAGS[spokenLanguage().tag]
  const key = `${tag} ${kind}`
  let formatter = formatters.get(key) as T | undefined
  if (formatter === undefined) formatters.set(key, (formatter = make(tag)))
  return formatter
}
