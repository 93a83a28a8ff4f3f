/** Hidden for longer than this, a socket is replaced on return: phones leave dead ones that still look open. */
const HIDDEN_MS = 5_000
/** How often the clock is looked at, and by how much it may jump before the machine counts as having slept. */
const TICK_MS = 5_000
const JUMP_MS = 2 * TICK_MS

/**
 * `resume`: sockets are to be replaced now. `show`: somebody looks again, and what is open may stay. `hide`: nobody
 * looks, and the page may end without another word.
 */
export type LifecycleEvent = 'resume' | 'show' | 'hide'

const listeners = new Set<(event: LifecycleEvent) => void>()
let hiddenSince: number | null = null
let lastTick = 0
let started = false

/** Tells when the app comes back to the foreground, to the network, or from sleep. Returns the way to stop. */
export function onLifecycle(listener: (event: LifecycleEvent) => void): () => void {
  start()
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** True while the page is in the background. */
export function isHidden(): boolean {
  return document.visibilityState === 'hidden'
}

function start(): void {
  if (started) return
  started = true
  lastTick = Date.now()
  document.addEventListener('visibilitychange', () => (isHidden() ? hide() : show()))
  // The last that a page is told where it is closed or left while it was in sight.
  window.addEventListener('pagehide', hide)
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) tell('resume')
  })
  window.addEventListener('online', () => tell('resume'))
  // Sockets look open for long after a network has gone; only a new one tells whether the relay can still be reached.
  window.addEventListener('offline', () => tell('resume'))
  setInterval(tick, TICK_MS)
}

function hide(): void {
  hiddenSince = Date.now()
  tell('hide')
}

function show(): void {
  const away = hiddenSince === null ? 0 : Date.now() - hiddenSince
  hiddenSince = null
  tell(away > HIDDEN_MS ? 'resume' : 'show')
}

function tick(): void {
  const now = Date.now()
  if (now - lastTick > TICK_MS + JUMP_MS && !isHidden()) tell('resume')
  lastTick = now
}

function tell(event: LifecycleEvent): void {
  for (const listener of listeners) listener(event)
}
