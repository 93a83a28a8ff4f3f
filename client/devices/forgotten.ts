const MARK = 'perigee-forgotten'

/** Notes that this browser was cleared without the relay: its cookie, which no page can touch, is still to be ended. */
export function markForgotten(): void {
  try {
    localStorage.setItem(MARK, '1')
  } catch {
    // The cookie then ends by itself, within minutes.
  }
}

/** True once after such a clearing. */
export function takeForgotten(): boolean {
  try {
    const isMarked = localStorage.getItem(MARK) !== null
    localStorage.removeItem(MARK)
    return isMarked
  } catch {
    return false
  }
}
