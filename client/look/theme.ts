/** What a person may choose; `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** The grounds of the token file, for the bars that a system draws around the page. */
const GROUNDS = { light: '#fcfcfa', dark: '#000000' } as const

const KEY = 'perigee:theme'

/** The stored choice; anything unreadable counts as `system`. */
export function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : 'system'
  } catch {
    return 'system'
  }
}

/** Shows a theme at once and keeps it for the next start where storage allows. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') root.removeAttribute('data-theme')
  else root.setAttribute('data-theme', theme)
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light'
    meta.content = GROUNDS[theme === 'system' ? own : theme]
  }
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Private windows may refuse storage; the choice then holds until the page closes.
  }
}
