import { useParams, useSearchParams } from '@solidjs/router'
import CircleStop from 'lucide-solid/icons/circle-stop'
import Search from 'lucide-solid/icons/search'
import { createEffect, createMemo, createSignal, Show, type JSX } from 'solid-js'
import type { FleetOrb } from '../../shared/rooms/content.ts'
import { useFleetLine } from '../connection/fleet-line.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { TABLET, useMedia } from '../shell/media.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { createFleetOrder, createLooked } from './fleet-choices.ts'
import { FirstRun } from '../welcome/first-run.tsx'
import { FleetList } from './fleet-list.tsx'
import { FleetTools } from './fleet-tools.tsx'
import { searchFleet } from './group-fleet.ts'
import { NewDeviceNotice } from './new-device-notice.tsx'
import { NoOrb } from './no-orb.tsx'
import { StopAllDialog } from './stop-all-dialog.tsx'
import { fleetWords } from './words.ts'

/** The fleet with its head: how true it is, and the way to stop everything. */
export function FleetPane(): JSX.Element {
  const { fleet } = useApp()
  const params = useParams<{ orbId?: string }>()
  const may = useMay()
  const wide = useMedia(TABLET)
  const [stopping, setStopping] = createSignal(false)
  // A shortcut on the app's icon leads here; it asks, as the button does.
  const [asked, setAsked] = useSearchParams<{ stop?: string }>()
  createEffect(() => {
    if (asked.stop !== 'all') return
    setStopping(true)
    setAsked({ stop: undefined }, { replace: true })
  })
  // It stops what this person may operate, and is of no use without any such orb.
  const mayAnswer = (): boolean =>
    Object.values(fleet.orbs).some(
      ({ orbId, waitsFor }) =>
        waitsFor !== null && may('decide', { kind: 'thread', orbId, threadId: waitsFor.threadId }),
    )
  const mayStop = (): boolean => Object.keys(fleet.orbs).some((orbId) => may('operate', { kind: 'orb', orbId }))
  const line = useFleetLine()
  // On a phone a row leads to the question itself; where there is room, to the thread that it stands in.
  const hrefOf = (orb: FleetOrb): string => {
    if (orb.waitsFor === null) return '/o/' + orb.orbId
    return wide() ? `/o/${orb.orbId}/t/${orb.waitsFor.threadId}` : '/a/' + orb.waitsFor.approvalId
  }
  const orbs = (): FleetOrb[] => Object.values(fleet.orbs)
  const [words, setWords] = createSignal('')
  const found = createMemo(() => searchFleet(orbs(), words()))
  const [order, setOrder] = createFleetOrder()
  const looked = createLooked((orbId) => fleet.orbs[orbId] !== undefined)
  const lookAt = (orb: FleetOrb | undefined): void => {
    if (orb?.runEnded) looked.look(orb.orbId, orb.runEnded.at)
  }
  // What is on screen while its run ends has been looked at, too.
  createEffect(() => lookAt(params.orbId === undefined ? undefined : fleet.orbs[params.orbId]))
  return (
    <>
      <PageHeader
        title="Perigee"
        actions={
          <>
            <Show when={orbs().length > 0}>
              <a class="button button-icon" href="/search" aria-label={fleetWords.searchAll}>
                <Search class="icon" />
              </a>
            </Show>
            <Show when={mayStop()}>
              <Button kind="icon" label={fleetWords.stopAll} onPress={() => setStopping(true)}>
                <CircleStop class="icon" />
              </Button>
            </Show>
          </>
        }
      >
        <StatusLine {...line()} />
      </PageHeader>
      <NewDeviceNotice />
      <FirstRun when={fleet.known()} fallback={<Skeleton lines={6} />}>
        <FleetTools count={orbs().length} words={words()} onWords={setWords} order={order()} onOrder={setOrder} />
        <Show when={orbs().length > 0} fallback={<NoOrb />}>
          <FleetList
            orbs={found()}
            hrefOf={hrefOf}
            order={order()}
            lookedAt={(orbId) => looked.at(orbId)}
            onSeen={(seen) => seen.forEach(lookAt)}
            currentOrbId={params.orbId}
            lookOnly={!mayAnswer()}
          />
          <p class="fleet-found" role="status">
            <Show when={words() !== ''}>{fleetWords.found(found().length, orbs().length)}</Show>
          </p>
        </Show>
      </FirstRun>
      <StopAllDialog open={stopping()} onClose={() => setStopping(false)} />
    </>
  )
}
