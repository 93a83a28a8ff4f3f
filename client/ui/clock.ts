import type { Accessor } from 'solid-js'
import { createSignal, onCleanup } from 'solid-js'

const MINUTE = 60_000

const [now, setNow] = createSignal(Date.now())
let watchers = 0
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * The time in ms, moved once a minute for everything on screen together, and at once when the page
 * comes back to the foreground. One timer serves all, and none runs while nobody looks.
 */
export function useNow(): Accessor<number> {
  if (watchers === 0) start()
  watchers += 1
  onCleanup(() => {
    watchers -= 1
    if (watchers === 0) stop()
  })
  return now
}

function start(): void {
  tick()
  document.addEventListener('visibilitychange', tick)
}

function stop(): void {
  clearTimeout(timer)
  document.removeEventListener('visibilitychange', tick)
}

function tick(): void {
  clearTimeout(timer)
  const time = Date.now()
  setNow(time)
  if (!document.hidden) timer = setTimeout(tick, MINUTE - (time % MINUTE))
}
