import CirclePlus from 'lucide-solid/icons/circle-plus'
import Inbox from 'lucide-solid/icons/inbox'
import Orbit from 'lucide-solid/icons/orbit'
import Settings from 'lucide-solid/icons/settings'
import { Show, type JSX } from 'solid-js'
import { FleetList } from '../fleet/fleet-list.tsx'
import { UpdateNotice } from '../platform/update-bar.tsx'
import { AppShell } from '../shell/app-shell.tsx'
import { BottomBar } from '../shell/bottom-bar.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { FLEET } from './samples.ts'

/** The fleet as the home screen and as the list beside a page. */
export function FleetColumn(props: { readonly currentOrbId?: string | undefined }): JSX.Element {
  return (
    <>
      <PageHeader title="Perigee">
        <StatusLine text="Everything connected" />
      </PageHeader>
      <FleetList
        orbs={FLEET}
        hrefOf={() => '#thread'}
        order="state"
        lookedAt={() => Date.now() - 36 * 3_600_000}
        currentOrbId={props.currentOrbId}
      />
    </>
  )
}

/** The bar with a count. */
export function SampleBar(): JSX.Element {
  return (
    <BottomBar
      items={[
        { href: '#fleet', label: 'Fleet', icon: Orbit, current: true },
        { href: '#approvals', label: 'Inbox', icon: Inbox, current: false, waiting: 3 },
        { href: '#thread', label: 'New', icon: CirclePlus, current: false },
        { href: '#parts', label: 'Settings', icon: Settings, current: false },
      ]}
    />
  )
}

/** The home screen: `#fleet`; with the notice of a new version, `#fleet/update`, and `#fleet/held` over a question. */
export function FleetScene(): JSX.Element {
  const notice = location.hash.split('/')[1]
  return (
    <>
      <AppShell pane="list" list={<FleetColumn />} bar={<SampleBar />}>
        <EmptyState title="Nothing is open" text="Choose an orb to see what it does." />
      </AppShell>
      <Show when={notice}>
        <UpdateNotice held={notice === 'held'} onLater={() => undefined} onReload={() => undefined} />
      </Show>
    </>
  )
}
