import { readLocal, writeLocal } from '../platform/local-storage.ts'

/** The languages that a person may choose, each by its own name. */
export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' } as const

/** A language that the app speaks in full. */
export type Language = keyof typeof LANGUAGES

/** Languages made from English to test with, chosen by storage alone: two fifths longer; and written from right to left. */
export type PseudoLanguage = 'en-XA' | 'en-XB'

/** What a person may choose; `system` follows the device. */
export type LanguageChosen = Language | 'system'

const KEY = 'perigee:language'

/** The stored choice; anything unreadable counts as `system`. */
export function storedLanguage(): LanguageChosen | PseudoLanguage {
  const value = readLocal(KEY)
  return value === 'en' || value === 'zh-Hans' || value === 'en-XA' || value === 'en-XB' ? value : 'system'
}

/** Keeps a choice for the next start, where storage allows. */
export function storeLanguage(chosen: LanguageChosen): void {
  writeLocal(KEY, chosen === 'system' ? null : chosen)
}

/** The first language of a device's list that the app speaks, else English. Takes BCP 47 tags, as `navigator.languages`. */
export function systemLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = spoken(tag)
    if (language !== null) return language
  }
  return 'en'
}

/** `zh`, `zh-CN` and `zh-SG` are written in simplified characters; `zh-TW` and `zh-HK` are not. */
function spoken(tag: string): Language | null {
  try {
    const { language, script } = new Intl.Locale(tag).maximize()
    if (language === 'zh') return script === 'Hans' ? 'zh-Hans' : null
    return language === 'en' ? 'en' : null
  } catch {
    return null
  }
}
