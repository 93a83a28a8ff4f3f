import './fleet-page.css'
import { createMemo, Show, type JSX } from 'solid-js'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { OrbDial } from '../look/dial.tsx'
import { shellWords } from '../shell/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { waitingFor } from './waiting.ts'
import { fleetWords } from './words.ts'

/** Beside the fleet, while no orb is open: whether anything waits. Without an orb the fleet itself says what to do. */
export function FleetPage(): JSX.Element {
  const { fleet } = useApp()
  const may = useMay()
  const orbs = createMemo((): readonly FleetOrb[] => Object.values(fleet.orbs))
  const waiting = (): number => waitingFor(orbs(), may)
  return (
    <div class="fleet-beside">
      <OrbDial
        face={waiting() > 0 ? 'waits' : 'idle'}
        lastActivity={Math.max(0, ...orbs().map(({ lastActivity }) => lastActivity))}
        size={96}
        decorative
      />
      <Show when={orbs().length > 0}>
        <Show
          when={waiting() > 0}
          fallback={<EmptyState title={fleetWords.nothingWaits} text={fleetWords.chooseText} />}
        >
          <EmptyState title={fleetWords.questions(waiting())} text={fleetWords.answerText}>
            <a class="button button-primary" href="/inbox">
              {shellWords.toInbox}
            </a>
          </EmptyState>
        </Show>
      </Show>
    </div>
  )
}
