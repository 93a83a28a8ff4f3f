/** What this browser remembers under a key: null where that is nothing, undefined where it refuses storage. */
export function readLocal(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key)
  } catch {
    return undefined
  }
}

/** The same, read as JSON; undefined where there is nothing, or nothing that is JSON. */
export function readLocalJson(key: string): unknown {
  try {
    return JSON.parse(readLocal(key) ?? '')
  } catch {
    return undefined
  }
}

/** Remembers a value, or forgets it (null). False where the browser refuses, as private windows may. */
export function writeLocal(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
