import { readLocal, writeLocal } from '../platform/local-storage.ts'

/** What a person may choose; `system` follows the device, and is truly black in the dark as `black` is. */
export type Theme = 'system' | 'light' | 'dark' | 'black'

/** `system` follows the device's own wish for more contrast. */
export type Contrast = 'system' | 'more'

/** The size of text in hundredths of what the device says. */
export type TextSize = '100' | '115' | '130' | '150' | '200'

/** How this device shows the app. */
export interface Appearance {
  readonly theme: Theme
  readonly contrast: Contrast
  readonly text: TextSize
}

/** All choices, in their order. */
export const THEMES: readonly Theme[] = ['system', 'light', 'dark', 'black']
export const CONTRASTS: readonly Contrast[] = ['system', 'more']
export const TEXT_SIZES: readonly TextSize[] = ['100', '115', '130', '150', '200']

const DEFAULT: Appearance = { theme: 'system', contrast: 'system', text: '100' }
const KEYS = { theme: 'perigee:theme', contrast: 'perigee:contrast', text: 'perigee:text' } as const

/** The stored choices; anything unreadable counts as the first of its kind. */
export function storedAppearance(): Appearance {
  return {
    theme: read(KEYS.theme, THEMES) ?? DEFAULT.theme,
    contrast: read(KEYS.contrast, CONTRASTS) ?? DEFAULT.contrast,
    text: read(KEYS.text, TEXT_SIZES) ?? DEFAULT.text,
  }
}

/** Shows the stored appearance, and from then on follows what the device says of contrast. Called once, before anything is drawn. */
export function startAppearance(): void {
  show(storedAppearance())
  matchMedia(MORE_CONTRAST).addEventListener('change', () => show(storedAppearance()))
}

/** Shows a choice at once and keeps it for the next start where storage allows. */
export function chooseAppearance(change: Partial<Appearance>): void {
  show({ ...storedAppearance(), ...change })
  for (const part of ['theme', 'contrast', 'text'] as const) {
    const value = change[part]
    if (value !== undefined) writeLocal(KEYS[part], value === DEFAULT[part] ? null : value)
  }
}

/** The grounds of the token file, for the bars that a system draws around the page. */
const GROUNDS = { light: '#fcfcfa', dark: '#14161a', black: '#000000' } as const

const MORE_CONTRAST = '(prefers-contrast: more)'

function show({ theme, contrast, text }: Appearance): void {
  const root = document.documentElement
  const more = contrast === 'more' || matchMedia(MORE_CONTRAST).matches
  root.toggleAttribute('data-contrast', more)
  set(root, 'data-theme', theme === DEFAULT.theme ? null : theme)
  set(root, 'data-text', text === DEFAULT.text ? null : text)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'black' : 'light'
    meta.content = GROUNDS[theme === 'system' ? own : theme]
  }
}

function set(root: HTMLElement, name: string, value: string | null): void {
  if (value === null) root.removeAttribute(name)
  else root.setAttribute(name, value)
}

function read<T extends string>(key: string, choices: readonly T[]): T | undefined {
  const value = readLocal(key)
  return choices.find((choice) => choice === value)
}
