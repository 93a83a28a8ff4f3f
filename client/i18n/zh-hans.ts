import type { Catalogue } from './translated.ts'

/** Every `words.zh-Hans.ts` of the app, by the names of their exports: one chunk, which only a Chinese reader loads. */
const files = import.meta.glob<Record<string, object>>('../**/*words.zh-Hans.ts', { eager: true })
const words = new Map(Object.values(files).flatMap((file) => Object.entries(file)))

/** The words in Simplified Chinese. Each file is checked by its type to have the keys of the English one. */
export const chinese: Catalogue = <T extends object>(name: string) => words.get(name) as T | undefined
