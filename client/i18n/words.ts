import { translated } from './translated.ts'

/** Words of choosing a language. */
export const languageWords = translated('languageWords', {
  legend: 'Language',
  system: 'As the system',
  failed: 'The words of this language could not be loaded. Nothing was changed: try again once you are connected.',
})

/** How parts become a sentence: languages differ in their full stops, colons and commas. */
export const joints = translated('joints', {
  ended: (sentence: string): string => `${sentence}.`,
  sentences: (first: string, then: string): string => `${first}. ${then}`,
  pair: (name: string, value: string): string => `${name}: ${value}`,
  aside: (text: string, note: string): string => `${text} (${note})`,
  list: (parts: readonly string[]): string => parts.join(', '),
})
