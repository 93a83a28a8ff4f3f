import { createRoot, createEffect } from 'solid-js'
import { afterEach, expect, test } from 'vitest'
import { relativeTime } from '../ui/time-words.ts'
import { uiWords } from '../ui/words.ts'
import { formatNumber, plural } from './formats.ts'
import { systemLanguage } from './language.ts'
import { pseudo } from './pseudo.ts'
import { speak, translated, type Catalogue } from './translated.ts'
import { chinese } from './zh-hans.ts'

const sample = translated('sample', {
  title: 'Queue',
  allow: { sending: 'Sending' },
  named: (name: string): string => `Allow ${name}`,
  steps: ['One', 'Two'],
})
const german = {
  title: 'Schlange',
  allow: { sending: 'Wird gesendet' },
  named: (name: string) => `${name} erlauben`,
  steps: [],
}
const other: Catalogue = <T extends object>(name: string) => (name === 'sample' ? german : undefined) as T | undefined

afterEach(() => void speak({ tag: 'en', catalogue: null }))

test('words follow the language at once, held objects and functions too', () => {
  const seen: string[] = []
  const { allow } = sample
  const stop = createRoot((dispose) => {
    createEffect(() => seen.push(`${sample.title} ${allow.sending} ${sample.named('npm')} ${sample.steps.length}`))
    return dispose
  })
  speak({ tag: 'zh-Hans', catalogue: other })
  stop()
  expect(seen).toEqual(['Queue Sending Allow npm 2', 'Schlange Wird gesendet npm erlauben 0'])
})

test('a capability that a language lacks stays English', () => {
  speak({ tag: 'zh-Hans', catalogue: chinese })
  expect(sample.title).toBe('Queue')
  expect(uiWords.cancel).toBe('取消')
})

test('times and numbers are written as the language writes them', () => {
  const now = new Date(2026, 2, 10, 15, 30).getTime()
  const times = (): string[] => [
    relativeTime(now - 120_000, now, 'ago'),
    relativeTime(new Date(2026, 2, 9, 14, 2).getTime(), now),
    relativeTime(new Date(2026, 1, 3, 9, 0).getTime(), now),
  ]
  expect(times()).toEqual(['2 min ago', 'yesterday 14:02', '3 Feb 09:00'])
  speak({ tag: 'zh-Hans', catalogue: chinese })
  expect(times()).toEqual(['2 分钟前', '昨天 14:02', '2月3日 09:00'])
  expect([plural(1, { one: 'file', other: 'files' }), formatNumber(12_400)]).toEqual(['files', '12,400'])
})

test('pseudo-English accents all but what was put into it', () => {
  speak({ tag: 'en-XA', catalogue: pseudo })
  expect(sample.title).toBe('[Qúéúé~~]')
  expect(sample.named('npm run')).toBe('[Áĺĺóŵ npm run~~~]')
  expect(sample.steps).toEqual(['[Óñé~~]', '[Ťŵó~~]'])
})

test.each([
  [['zh-CN', 'en'], 'zh-Hans'],
  [['zh'], 'zh-Hans'],
  [['zh-TW', 'zh', 'en'], 'zh-Hans'],
  [['zh-HK', 'en'], 'en'],
  [['de-AT', 'zh-SG'], 'zh-Hans'],
  [['en-US', 'zh-CN'], 'en'],
  [['!', 'fr'], 'en'],
])('a device that wants %j reads %s', (wanted, language) => {
  expect(systemLanguage(wanted)).toBe(language)
})
