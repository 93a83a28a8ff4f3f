/** By how much the relay's clock is ahead of this device's, ms. */
let ahead = 0

/** To be told whenever the relay says what time it is. */
export function setRelayClock(now: number): void {
  ahead = now - Date.now()
}

/** The relay's clock, as near as this device knows: rights begin and end by it. Milliseconds since 1970. */
export function relayNow(): number {
  return Date.now() + ahead
}
