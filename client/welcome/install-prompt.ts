import { createSignal, type Accessor } from 'solid-js'

/** Chromium's offer to install the page, which comes once and can be used once. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

const [offer, setOffer] = createSignal<InstallPrompt | null>(null)

if (typeof window !== 'undefined') {
  // It comes before anybody asks for it, so it is caught with the first script.
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setOffer(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => setOffer(null))
}

/** True while the browser would install the app at the press of a button. */
export const canInstall: Accessor<boolean> = () => offer() !== null

/** Shows the browser's own question. It is the browser's to say whether it comes again. */
export async function install(): Promise<void> {
  const now = offer()
  setOffer(null)
  await now?.prompt()
}

/** True where the page runs as an installed app. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true
}

/** Where the app is to be installed, for which each has steps of its own. */
export type InstallPlace = 'ios' | 'android' | 'desktop'

/** Told by the user agent: an iPad says that it is a Mac, and has fingers. */
export function installPlace(userAgent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): InstallPlace {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return 'ios'
  return /Android/.test(userAgent) ? 'android' : 'desktop'
}
