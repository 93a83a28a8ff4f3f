import './fleet.css'
import type { JSX } from 'solid-js'
import { createMemo, For, Show } from 'solid-js'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { useNow } from '../ui/clock.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { groupFleet, type FleetSection } from './group-fleet.ts'
import { OrbRow } from './orb-row.tsx'
import { fleetWords } from './words.ts'

/** Props of {@link FleetList}. */
export interface FleetListProps {
  readonly orbs: readonly FleetOrb[]
  readonly hrefOf: (orb: FleetOrb) => string
  /** Nothing of it waits for this person, who may only look. */
  readonly lookOnly?: boolean | undefined
  /** What stands there while there is no orb. */
  readonly empty?: JSX.Element
  /** The orb that is open beside the list. */
  readonly currentOrbId?: string | undefined
}

/** Every orb, by what it needs of a person. */
export function FleetList(props: FleetListProps): JSX.Element {
  const now = useNow()
  const headingOf = (section: FleetSection): string =>
    section === 'waits' && props.lookOnly === true ? fleetWords.waitsForOthers : fleetWords[section]
  const groups = createMemo(() => groupFleet(props.orbs, now()))
  return (
    <Show
      when={groups().length > 0}
      fallback={props.empty ?? <EmptyState title={fleetWords.empty} text={fleetWords.emptyText} />}
    >
      <For each={groups()}>
        {(group) => (
          <section class={`fleet-section fleet-${group.section}`} aria-label={headingOf(group.section)}>
            <h2 class="fleet-heading">
              <span>{headingOf(group.section)}</span>
              <span class="fleet-count number">{group.orbs.length}</span>
            </h2>
            <ul role="list">
              <For each={group.orbs}>
                {(orb) => (
                  <li>
                    <OrbRow orb={orb} href={props.hrefOf(orb)} current={orb.orbId === props.currentOrbId} />
                  </li>
                )}
              </For>
            </ul>
          </section>
        )}
      </For>
    </Show>
  )
}
