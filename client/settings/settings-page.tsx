import './settings.css'
import { useParams } from '@solidjs/router'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import { For, Match, Show, Switch, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { EVERYTHING } from '../../shared/people/grants.ts'
import { useMay } from '../devices/rights.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ShellBar } from '../shell/shell-bar.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { AddDevice } from './add-device/add-device.tsx'
import { ThisDevice } from './device/this-device.tsx'
import { DeviceList } from './devices/device-list.tsx'
import { OrbSection } from './orbs/orb-section.tsx'
import { PeopleSection } from './people/people-section.tsx'
import { RosterProvider } from './roster-gate.tsx'
import { createRosterStore } from './roster-view.ts'
import { SECTIONS, type Section } from './sections.ts'
import { Security } from './security/security.tsx'
import { settingsWords } from './words.ts'

/** The settings: their sections, one of them open. On a narrow screen one or the other is shown. */
export default function SettingsPage(): JSX.Element {
  const params = useParams<{ section?: string; item?: string }>()
  const may = useMay()
  const store = createRosterStore(() => may('govern', EVERYTHING))
  const path = (): string => params.section ?? 'device'
  const section = (): Section | undefined => SECTIONS.find((one) => one.path === path())
  return (
    <RosterProvider.Provider value={store}>
      <div class="settings" classList={{ 'settings-open': params.section !== undefined }}>
        <div class="settings-frame">
          <div class="settings-menu">
            <PageHeader title={settingsWords.title} backHref="/" />
            <nav class="settings-scroll" aria-label={settingsWords.sections}>
              <For each={SECTIONS}>{(one) => <MenuRow section={one} current={one.path === path()} />}</For>
            </nav>
            <ShellBar />
          </div>
          <div class="settings-body">
            <PageHeader
              title={section()?.name ?? settingsWords.missing}
              backHref={params.item === undefined ? '/settings' : `/settings/${path()}`}
            />
            <div class="settings-scroll">
              <div class="settings-content">
                <Show
                  when={section()}
                  fallback={<EmptyState title={settingsWords.missing} text={settingsWords.missingText} />}
                >
                  <Open path={path()} item={params.item} />
                </Show>
              </div>
            </div>
          </div>
        </div>
      </div>
    </RosterProvider.Provider>
  )
}

function Open(props: { readonly path: string; readonly item: string | undefined }): JSX.Element {
  return (
    <Switch>
      <Match when={props.path === 'device'}>
        <ThisDevice />
      </Match>
      <Match when={props.path === 'devices'}>
        <DeviceList />
      </Match>
      <Match when={props.path === 'add-device'}>
        <AddDevice />
      </Match>
      <Match when={props.path === 'people'}>
        <PeopleSection personId={props.item} />
      </Match>
      <Match when={props.path === 'orbs'}>
        <OrbSection item={props.item} />
      </Match>
      <Match when={props.path === 'security'}>
        <Security />
      </Match>
    </Switch>
  )
}

function MenuRow(props: { readonly section: Section; readonly current: boolean }): JSX.Element {
  return (
    <a class="settings-row" href={`/settings/${props.section.path}`} aria-current={props.current ? 'page' : undefined}>
      <Dynamic component={props.section.icon} class="icon" />
      <span class="settings-row-main">
        <span class="settings-row-title">{props.section.name}</span>
        <span class="settings-row-text">{props.section.text}</span>
      </span>
      <ChevronRight class="icon settings-row-go" />
    </a>
  )
}
