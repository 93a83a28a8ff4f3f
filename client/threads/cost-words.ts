import { formatNumber } from '../i18n/formats.ts'

/**
 * What a session has cost, as its agent says ("0.41 USD"), in words: "$0.41". Null where it says nothing, or nought: an
 * agent that knows no price says that, too. What is no amount is shown as it came.
 */
export function costWords(cost: string | null): string | null {
  if (cost === null || cost.trim() === '') return null
  const [, number, currency] = /^(\d+(?:\.\d+)?(?:e-?\d+)?) ([A-Z]{3})$/.exec(cost) ?? []
  if (number === undefined || currency === undefined) return /^0(?:\.0*)?\b/.test(cost) ? null : cost.slice(0, 40)
  const amount = Number(number)
  if (amount === 0) return null
  const money = (value: number): string =>
    formatNumber(value, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  const least = 10 ** -maximumFractionDigits
  return amount < least ? `<${money(least)}` : money(amount)
}
