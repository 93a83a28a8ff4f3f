import { storedLanguage, storeLanguage, systemLanguage, type LanguageChosen, type PseudoLanguage } from './language.ts'
import { speak, type Catalogue, type SpokenLanguage } from './translated.ts'

/** Speaks the language of this device before anything is drawn. Without its words, English is better than no page. */
export async function startLanguage(): Promise<void> {
  await show(storedLanguage()).catch(() => undefined)
}

/** Speaks a language at once, without a reload, and keeps the choice. Rejects, and changes nothing, where its words cannot be loaded. */
export async function chooseLanguage(chosen: LanguageChosen): Promise<void> {
  await show(chosen)
  storeLanguage(chosen)
}

async function show(chosen: LanguageChosen | PseudoLanguage): Promise<void> {
  const tag = chosen === 'system' ? systemLanguage(navigator.languages) : chosen
  const catalogue = await loadCatalogue(tag)
  document.documentElement.lang = tag
  document.documentElement.dir = tag === 'en-XB' ? 'rtl' : 'ltr'
  speak({ tag, catalogue })
}

async function loadCatalogue(tag: SpokenLanguage['tag']): Promise<Catalogue | null> {
  if (tag === 'en') return null
  return tag === 'zh-Hans' ? (await import('./zh-hans.ts')).chinese : (await import('./pseudo.ts')).pseudo
}
