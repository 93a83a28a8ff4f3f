import { createContext, onCleanup, useContext, type JSX } from 'solid-js'

/** What fills the side panel, or nothing. */
export type Side = (() => JSX.Element) | null

/** Lets a page fill the side panel. */
export const SideProvider = createContext<(side: Side) => void>()

/** Fills the side panel for as long as the page is there. */
export function useSide(side: () => JSX.Element): void {
  const set = useContext(SideProvider)
  set?.(side)
  onCleanup(() => set?.(null))
}
