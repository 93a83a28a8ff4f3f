import { Session } from '../../shared/http/api.ts'

const REMEMBERED = 'perigee-session'

/** Who this device was when the relay answered last, or null: what was seen is shown before it answers again. */
export function rememberedSession(): Session | null {
  try {
    const parsed = Session.safeParse(JSON.parse(localStorage.getItem(REMEMBERED) ?? 'null'))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/** Remembers who this device is. A browser that stores nothing only shows nothing from before. */
export function rememberSession(session: Session): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify(session))
  } catch {
    // Nothing else depends on it.
  }
}

/** Forgets who this device was. */
export function forgetSession(): void {
  try {
    localStorage.removeItem(REMEMBERED)
  } catch {
    // What could not be stored is not there either.
  }
}
