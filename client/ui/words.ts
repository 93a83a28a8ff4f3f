import { formatNumber, plural } from '../i18n/formats.ts'
import { translated } from '../i18n/translated.ts'

/** Words of the plain parts. */
export const uiWords = translated('uiWords', {
  cancel: 'Cancel',
  close: 'Close',
  loading: 'Loading',
  lookOnly: 'You can look. Ask an owner to act.',
  trailingBlanks: (count: number): string =>
    plural(count, { one: 'trailing blank', other: `${count} trailing blanks` }),
  notPlain: (code: string, plain: string): string => `${code}, not the plain ${plain}`,
  letterOf: (code: string, script: string): string => `${code}, ${script} letter`,
  hiddenFound: 'Hidden or look-alike characters are drawn',
  showMore: (lines: number): string =>
    `Show ${formatNumber(lines)} more ${plural(lines, { one: 'line', other: 'lines' })}`,
})

/** Words of times and lengths of time; the numbers in them are written already. */
export const timeWords = translated('timeWords', {
  now: 'now',
  seconds: (count: string): string => `${count} s`,
  minutes: (count: string): string => `${count} min`,
  hours: (count: string): string => `${count} h`,
  hoursAndMinutes: (hours: string, minutes: string): string => `${hours} h ${minutes} min`,
  /** An age in a list, where it is clear that it is one. */
  age: (amount: string): string => amount,
  /** An age in a sentence. */
  ago: (amount: string): string => `${amount} ago`,
  yesterday: (time: string): string => `yesterday ${time}`,
  onDay: (day: string, time: string): string => `${day} ${time}`,
})

/** Words of sizes; the numbers in them are written already. */
export const sizeTexts = translated('sizeTexts', {
  bytes: (count: number): string => `${formatNumber(count)} ${plural(count, { one: 'byte', other: 'bytes' })}`,
  kilobytes: (count: string): string => `${count} KB`,
  megabytes: (count: string): string => `${count} MB`,
  gigabytes: (count: string): string => `${count} GB`,
})
