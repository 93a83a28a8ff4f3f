/** The languages that are coloured; any other code is shown plain. */
export const LANGUAGES = ['typescript', 'python', 'go', 'rust', 'java', 'bash', 'json', 'yaml', 'css', 'xml'] as const
/** A language that is coloured. */
export type Language = (typeof LANGUAGES)[number]

/** Names of fences and endings of files, by language. Kin that a grammar reads well enough stand with it. */
const NAMES: Readonly<Record<Language, string>> = {
  typescript: 'ts tsx mts cts js jsx mjs cjs typescript javascript',
  python: 'py pyi python python3',
  go: 'go golang',
  rust: 'rs rust',
  java: 'java kt kts kotlin cs csharp scala swift c h cc cpp hpp c++',
  bash: 'sh bash zsh shell console shellscript',
  json: 'json jsonc json5 webmanifest',
  yaml: 'yml yaml toml',
  css: 'css scss less',
  xml: 'html htm xml svg vue svelte xhtml',
}

const BY_NAME: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => NAMES[language].split(' ').map((name) => [name, language] as const)),
)

/** The language of a fence's info word ("ts"), or null. */
export function languageOf(name: string): Language | null {
  return BY_NAME.get(name.toLowerCase()) ?? null
}

/** The language of a file by its ending, or null. */
export function languageOfPath(path: string): Language | null {
  return languageOf(/\.([a-z0-9]{1,12})$/i.exec(path)?.[1] ?? '')
}
