import { Session } from '../../shared/http/api.ts'
import { readLocalJson, writeLocal } from '../platform/local-storage.ts'

const REMEMBERED = 'perigee-session'

/** Who this device was when the relay answered last, or null: what was seen is shown before it answers again. */
export function rememberedSession(): Session | null {
  const parsed = Session.safeParse(readLocalJson(REMEMBERED))
  return parsed.success ? parsed.data : null
}

/** Remembers who this device is. A browser that stores nothing only shows nothing from before. */
export function rememberSession(session: Session): void {
  writeLocal(REMEMBERED, JSON.stringify(session))
}

/** Forgets who this device was. */
export function forgetSession(): void {
  writeLocal(REMEMBERED, null)
}
