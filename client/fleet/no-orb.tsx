import { Match, Switch, type JSX } from 'solid-js'
import { EVERYTHING } from '../../shared/people/grants.ts'
import { useMay } from '../devices/rights.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { fleetWords } from './words.ts'

/** Why a fleet is empty: there is no orb, or none is shared with this person. */
export function NoOrb(): JSX.Element {
  const may = useMay()
  return (
    <Switch fallback={<EmptyState title={fleetWords.notShared} text={fleetWords.notSharedText} />}>
      <Match when={may('manage', EVERYTHING)}>
        <EmptyState title={fleetWords.empty} text={fleetWords.emptyText}>
          <a class="button button-primary" href="/settings/orbs/new">
            {fleetWords.enrol}
          </a>
        </EmptyState>
      </Match>
      <Match when={may('see', EVERYTHING)}>
        <EmptyState title={fleetWords.sharedEmpty} text={fleetWords.sharedEmptyText} />
      </Match>
    </Switch>
  )
}
