import type { Accessor } from 'solid-js'
import { createSignal, onCleanup } from 'solid-js'

/** From here up the fleet stands beside the thread, and an approval's whole card fits in the dock. */
export const TABLET = '(min-width: 700px)'

/** Whether a media query holds, followed. */
export function useMedia(query: string): Accessor<boolean> {
  const media = matchMedia(query)
  const [holds, setHolds] = createSignal(media.matches)
  const read = (): void => void setHolds(media.matches)
  media.addEventListener('change', read)
  onCleanup(() => media.removeEventListener('change', read))
  return holds
}
