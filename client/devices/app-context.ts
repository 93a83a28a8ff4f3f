import { createContext, useContext } from 'solid-js'
import type { Session } from '../../shared/http/api.ts'
import type { FleetStore } from '../fleet/fleet-store.ts'

/** What every page of a signed-in device stands on. */
export interface AppContext {
  readonly session: Session
  readonly fleet: FleetStore
}

/** Provided by SignedIn. */
export const AppContextProvider = createContext<AppContext>()

/** The context of the page. Throws outside SignedIn, which is a mistake in the program. */
export function useApp(): AppContext {
  const context = useContext(AppContextProvider)
  if (context === undefined) throw new Error('useApp is only for pages inside SignedIn')
  return context
}
