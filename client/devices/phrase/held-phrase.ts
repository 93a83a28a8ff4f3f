import { createSignal } from 'solid-js'

/** A new recovery phrase whose owner has not said yet that it is written down. */
export interface HeldPhrase {
  readonly phrase: string
  /** The device that came in with it: a phrase that the relay never took must not be shown. */
  readonly deviceId: string
  /** True where another phrase counted until now. */
  readonly replaces: boolean
}

const KEY = 'perigee-phrase'

const [held, setHeld] = createSignal<HeldPhrase | null>(stored())

/** The phrase that has to be shown on this device before anything else, or null. */
export function heldPhrase(deviceId: string): HeldPhrase | null {
  const now = held()
  return now?.deviceId === deviceId ? now : null
}

/**
 * Keeps a phrase in this tab until its owner says that it is written down: a phone ends pages that lie behind another
 * app, and a phrase that is gone can never be shown again. It leaves with the tab in any case.
 */
export function holdPhrase(phrase: HeldPhrase): void {
  setHeld(phrase)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(phrase))
  } catch {
    // Then it stands in this page alone.
  }
}

/** It is written down, or never came to count. */
export function dropPhrase(): void {
  setHeld(null)
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // What could not be stored is not there either.
  }
}

function stored(): HeldPhrase | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as HeldPhrase | null
  } catch {
    return null
  }
}
