import { Workbox } from 'workbox-window'

/** How often an open page asks for a new version. A foreground app can stay open for days. */
const UPDATE_INTERVAL_MS = 60 * 60 * 1000

/** Installed iOS apps do not always fire `controllerchange`; after this long the page reloads without it. */
const TAKE_OVER_LIMIT_MS = 3_000

/** What a page holds to take an update. */
export interface Updates {
  /**
   * Takes the waiting version and reloads, at most once. The caller keeps drafts first, and does not
   * call it by itself while an undecided approval is on screen.
   */
  apply(): void
}

/**
 * Registers the service worker and looks for a new version every hour and on each return to the
 * foreground. Does nothing where the browser has no service workers.
 *
 * `onUpdateReady` is called once, when a newer version waits or has already taken over through another
 * tab: from then on parts of this page that are not loaded yet may no longer exist.
 */
export function startUpdates(options: { onUpdateReady: () => void }): Updates {
  if (!('serviceWorker' in navigator)) return { apply: reload }
  const container = navigator.serviceWorker
  const worker = new Workbox(workerAddress())
  let told = false
  let applying = false

  const tell = () => {
    if (told || applying) return
    told = true
    options.onUpdateReady()
  }
  const check = () => {
    // Offline, or a worker that is being replaced: the next check is soon enough.
    if (document.visibilityState === 'visible') worker.update().catch(() => undefined)
  }

  worker.addEventListener('waiting', tell)
  if (container.controller !== null) container.addEventListener('controllerchange', tell)
  document.addEventListener('visibilitychange', check)
  setInterval(check, UPDATE_INTERVAL_MS)
  // Without a worker the app still works online, so a refused registration is no error of the page.
  const registered = worker.register().catch(() => undefined)

  const apply = async () => {
    if (applying) return
    applying = true
    const registration = await registered
    if (!registration?.waiting) return reload()
    container.addEventListener('controllerchange', reload, { once: true })
    setTimeout(reload, TAKE_OVER_LIMIT_MS)
    registration.waiting.postMessage({ type: 'SKIP_WAITING' })
  }
  return { apply: () => void apply() }
}

let reloading = false

function reload(): void {
  if (reloading) return
  reloading = true
  location.reload()
}

/** The one worker address, past Trusted Types: `register` is a script sink. */
function workerAddress() {
  const address = '/sw.js'
  const policy = window.trustedTypes?.createPolicy('app-sw', {
    createScriptURL(url) {
      if (url !== address) throw new TypeError(`not the app's worker: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(address) ?? address
}
