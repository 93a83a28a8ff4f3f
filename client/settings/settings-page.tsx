import { useParams } from '@solidjs/router'
import { Match, Switch, type JSX } from 'solid-js'
import { EVERYTHING } from '../../shared/people/grants.ts'
import { useMay } from '../devices/rights.ts'
import { About } from './about/about.tsx'
import { AddDevice } from './add-device/add-device.tsx'
import { Appearance } from './appearance/appearance.tsx'
import { Connection } from './connection/connection.tsx'
import { ThisDevice } from './device/this-device.tsx'
import { DeviceList } from './devices/device-list.tsx'
import { OrbSection } from './orbs/orb-section.tsx'
import { PeopleSection } from './people/people-section.tsx'
import { RosterProvider } from './roster-gate.tsx'
import { createRosterStore } from './roster-view.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { Storage } from './storage/storage.tsx'
import { Security } from './security/security.tsx'

/** The settings: their sections, one of them open. */
export default function SettingsPage(): JSX.Element {
  const params = useParams<{ section?: string; item?: string }>()
  const may = useMay()
  const store = createRosterStore(() => may('govern', EVERYTHING))
  const path = (): string => params.section ?? 'device'
  return (
    <RosterProvider.Provider value={store}>
      <SettingsFrame path={path()} item={params.item} open={params.section !== undefined}>
        <Open path={path()} item={params.item} />
      </SettingsFrame>
    </RosterProvider.Provider>
  )
}

function Open(props: { readonly path: string; readonly item: string | undefined }): JSX.Element {
  return (
    <Switch>
      <Match when={props.path === 'device'}>
        <ThisDevice />
      </Match>
      <Match when={props.path === 'appearance'}>
        <Appearance />
      </Match>
      <Match when={props.path === 'connection'}>
        <Connection />
      </Match>
      <Match when={props.path === 'storage'}>
        <Storage />
      </Match>
      <Match when={props.path === 'about'}>
        <About />
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
