import { readLocal, writeLocal } from '../platform/local-storage.ts'

const MARK = 'perigee-forgotten'

/** Notes that this browser was cleared without the relay: its cookie, which no page can touch, is still to be ended. */
export function markForgotten(): void {
  // Where nothing is stored, the cookie ends by itself, within minutes.
  writeLocal(MARK, '1')
}

/** True once after such a clearing. */
export function takeForgotten(): boolean {
  const isMarked = readLocal(MARK) === '1'
  writeLocal(MARK, null)
  return isMarked
}
