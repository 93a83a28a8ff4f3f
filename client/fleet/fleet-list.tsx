import './fleet.css'
import type { JSX } from 'solid-js'
import { createMemo, For, Show } from 'solid-js'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { sameItems } from '../ui/same-items.ts'
import type { FleetOrder } from './fleet-choices.ts'
import { groupFleet, type FleetGroup } from './group-fleet.ts'
import { OrbRow } from './orb-row.tsx'
import { fleetWords } from './words.ts'

/** Props of {@link FleetList}. */
export interface FleetListProps {
  readonly orbs: readonly FleetOrb[]
  readonly hrefOf: (orb: FleetOrb) => string
  readonly order: FleetOrder
  /** Up to when an orb was looked at on this device, ms. */
  readonly lookedAt: (orbId: string) => number
  /** Puts away the news of these orbs. */
  readonly onSeen?: ((orbs: readonly FleetOrb[]) => void) | undefined
  /** Nothing of it waits for this person, who may only look. */
  readonly lookOnly?: boolean | undefined
  /** The orb that is open beside the list. */
  readonly currentOrbId?: string | undefined
}

/** Every orb, what waits first. Rows are known by their orb, so that a change redraws one row and no other. */
export function FleetList(props: FleetListProps): JSX.Element {
  const groups = createMemo(() => {
    const known = groupFleet(props.orbs, props)
    return new Map(known.map((group) => [keyOf(group), group]))
  })
  const keys = createMemo(() => [...groups().keys()], [], { equals: sameItems })
  const byId = createMemo(() => new Map(props.orbs.map((orb) => [orb.orbId, orb])))
  return (
    <For each={keys()}>
      {(key) => {
        const ids = createMemo(
          () =>
            groups()
              .get(key)
              ?.orbs.map(({ orbId }) => orbId) ?? [],
          [],
          { equals: sameItems },
        )
        return (
          <Show when={groups().get(key)}>
            {(group) => (
              <section class={`fleet-section fleet-${group().section}`} aria-label={headingOf(group(), props.lookOnly)}>
                <h2 class="fleet-heading">
                  <span class="fleet-heading-text" dir="auto">
                    <RevealedText text={headingOf(group(), props.lookOnly)} prose />
                  </span>
                  <Show when={group().section === 'finished' && props.onSeen}>
                    {(onSeen) => (
                      <button type="button" class="fleet-seen" onClick={() => onSeen()(group().orbs)}>
                        {fleetWords.allSeen}
                      </button>
                    )}
                  </Show>
                  <span class="fleet-count number">{ids().length}</span>
                </h2>
                <ul role="list">
                  <For each={ids()}>
                    {(orbId) => (
                      <Show when={byId().get(orbId)}>
                        {(orb) => (
                          <li class="fleet-item">
                            <OrbRow orb={orb()} href={props.hrefOf(orb())} current={orbId === props.currentOrbId} />
                          </li>
                        )}
                      </Show>
                    )}
                  </For>
                </ul>
              </section>
            )}
          </Show>
        )
      }}
    </For>
  )
}

function headingOf({ section, project }: FleetGroup, lookOnly: boolean | undefined): string {
  if (section === 'project') return project ?? fleetWords.noProject
  return section === 'waits' && lookOnly === true ? fleetWords.waitsForOthers : fleetWords[section]
}

function keyOf({ section, project }: FleetGroup): string {
  return section + '/' + (project ?? '')
}
