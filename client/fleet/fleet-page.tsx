import type { JSX } from 'solid-js'
import { EmptyState } from '../ui/empty-state.tsx'
import { fleetWords } from './words.ts'

/** Beside the fleet, while no orb is open. */
export function FleetPage(): JSX.Element {
  return <EmptyState title={fleetWords.choose} text={fleetWords.chooseText} />
}
