import { createContext } from 'solid-js'

/** Fetches a large part's whole text by its hash. Rejects with an Error whose message is fit to be shown. */
export type LoadLarge = (sha256: string) => Promise<string>

/** How the large parts of the orb on screen are fetched; undefined where they cannot be. */
export const LargeTexts = createContext<LoadLarge>()
