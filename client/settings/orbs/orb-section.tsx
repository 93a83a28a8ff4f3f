import ChevronRight from 'lucide-solid/icons/chevron-right'
import { createMemo, For, Match, Show, Switch, type JSX } from 'solid-js'
import { EVERYTHING } from '../../../shared/people/grants.ts'
import type { FleetOrb } from '../../../shared/rooms/content.ts'
import { useApp } from '../../devices/app-context.ts'
import { useMay } from '../../devices/rights.ts'
import { faceOf } from '../../fleet/group-fleet.ts'
import { OrbDial } from '../../look/dial.tsx'
import { isolationWords } from '../../orbs/trust-words.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EnrolOrb } from './enrol-orb.tsx'
import { OrbSettings } from './orb-settings.tsx'
import { orbSettingsWords as words } from './words.ts'

/** The orbs that a person may manage; one of them; or `new`: an orb to be enrolled. */
export function OrbSection(props: { readonly item: string | undefined }): JSX.Element {
  const { fleet } = useApp()
  const may = useMay()
  return (
    <Switch fallback={<Orbs />}>
      <Match when={props.item === 'new'}>
        <Show
          when={may('manage', EVERYTHING)}
          fallback={<EmptyState title={words.nothingToManage} text={words.nothingToManageText} />}
        >
          <EnrolOrb />
        </Show>
      </Match>
      <Match when={props.item} keyed>
        {(orbId) => (
          <Show
            when={fleet.orbs[orbId]}
            fallback={
              <Show when={fleet.known()} fallback={<Skeleton lines={6} />}>
                <EmptyState title={words.gone} text={words.goneText} />
              </Show>
            }
          >
            {(orb) => <OrbSettings orb={orb()} />}
          </Show>
        )}
      </Match>
    </Switch>
  )
}

function Orbs(): JSX.Element {
  const { fleet } = useApp()
  const may = useMay()
  const orbs = createMemo(() =>
    Object.values(fleet.orbs)
      .filter((orb) => may('manage', { kind: 'orb', orbId: orb.orbId }))
      .toSorted((a, b) => a.title.localeCompare(b.title)),
  )
  const mayEnrol = (): boolean => may('manage', EVERYTHING)
  return (
    <>
      <Show when={mayEnrol()}>
        <a class="button button-primary settings-lead" href="/settings/orbs/new">
          {words.enrol}
        </a>
        <p class="settings-text">{words.enrolText}</p>
      </Show>
      <Show when={fleet.known()} fallback={<Skeleton lines={4} />}>
        <Show when={orbs().length > 0} fallback={<NoOrbs mayEnrol={mayEnrol()} />}>
          <ul class="settings-list" role="list">
            <For each={orbs()}>
              {(orb) => (
                <li>
                  <OrbLink orb={orb} />
                </li>
              )}
            </For>
          </ul>
        </Show>
      </Show>
    </>
  )
}

function NoOrbs(props: { readonly mayEnrol: boolean }): JSX.Element {
  return (
    <EmptyState
      title={props.mayEnrol ? words.none : words.nothingToManage}
      text={props.mayEnrol ? words.noneText : words.nothingToManageText}
    />
  )
}

function OrbLink(props: { readonly orb: FleetOrb }): JSX.Element {
  return (
    <a class="settings-row" href={`/settings/orbs/${props.orb.orbId}`}>
      <OrbDial face={faceOf(props.orb)} lastActivity={props.orb.lastActivity} size={20} decorative />
      <span class="settings-row-main">
        <span class="settings-row-title">
          <RevealedText text={props.orb.title} />
        </span>
        <span class="settings-row-text">{isolationWords[props.orb.isolation].badge}</span>
      </span>
      <ChevronRight class="icon settings-row-go" />
    </a>
  )
}
