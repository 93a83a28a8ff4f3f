import { Navigate, useParams } from '@solidjs/router'
import { createMemo, Match, Show, Switch, untrack, type JSX } from 'solid-js'
import { CLOSE } from '../../shared/codes/close-codes.ts'
import type { ThreadView } from '../../shared/rooms/content.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { isSessionConfirmed, knownSession } from '../devices/session.ts'
import { createDeskStore } from '../desk/desk-store.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ToFleet } from '../shell/ways-on.tsx'
import { ThreadPane } from '../threads/thread-pane.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { createOrbStore, type OrbStore } from './orb-store.ts'
import { orbWords } from './words.ts'

/** An orb, on one of its threads; without one in the address, on the thread that moved last. */
export function OrbPage(): JSX.Element {
  const params = useParams<{ orbId: string; threadId?: string }>()
  // Other rights are another room, and a refused one is asked for anew.
  const place = createMemo(() => ({ orbId: params.orbId, rights: rightsIn(params.orbId) }), null, {
    equals: (before, now) => before?.orbId === now?.orbId && before?.rights === now?.rights,
  })
  return (
    <Show when={place()} keyed>
      {({ orbId }) => <Orb orbId={orbId} threadId={params.threadId} />}
    </Show>
  )
}

/** What this person may do in an orb, to be compared. */
function rightsIn(orbId: string): string {
  const grants = knownSession()?.grants ?? []
  return JSON.stringify(grants.filter(({ scope }) => scope.kind === 'all' || scope.orbId === orbId))
}

function Orb(props: { readonly orbId: string; readonly threadId: string | undefined }): JSX.Element {
  const { session } = useApp()
  const { epoch, deviceId } = session
  // The page is remade for another orb.
  const orbId = untrack(() => props.orbId)
  const orb = createOrbStore(epoch, orbId)
  const may = useMay()
  // A desk is of the whole orb: without a right to all of it, what is written stays on this device.
  const mayOperate = createMemo(() => may('operate', { kind: 'orb', orbId }))
  // In another epoch or on another device the page is about to be remade: until then this desk must not meet the relay.
  const desk = createDeskStore(
    { epoch, deviceId, orbId },
    () => mayOperate() && orb.status().state === 'live' && orb.meta()?.epoch === epoch && isSessionConfirmed(),
  )
  const newest = createMemo(() => newestThread(orb))
  const isRefused = (code: number): boolean => {
    const status = orb.status()
    return status.state === 'refused' && status.code === code
  }
  return (
    <Switch fallback={<Skeleton lines={8} />}>
      <Match when={isRefused(CLOSE.notFound.code)}>
        <PageHeader title={orbWords.gone} backHref="/" />
        <EmptyState text={orbWords.goneText}>
          <ToFleet />
        </EmptyState>
      </Match>
      <Match when={isRefused(CLOSE.forbidden.code)}>
        <PageHeader title={orbWords.notYours} backHref="/" />
        <EmptyState text={orbWords.notYoursText}>
          <ToFleet />
        </EmptyState>
      </Match>
      <Match when={props.threadId} keyed>
        {(threadId) => <ThreadPane orbId={props.orbId} threadId={threadId} orb={orb} desk={desk} />}
      </Match>
      <Match when={newest()}>{(thread) => <Navigate href={`/o/${props.orbId}/t/${thread().threadId}`} />}</Match>
      <Match when={orb.known()}>
        <PageHeader title={orb.data.orb?.title ?? ''} backHref="/" />
        <EmptyState title={orbWords.starting} text={orbWords.startingText} />
      </Match>
    </Switch>
  )
}

function newestThread(orb: OrbStore): ThreadView | undefined {
  return Object.values(orb.data.threads)
    .filter((thread) => !thread.archived)
    .toSorted((a, b) => b.lastActivity - a.lastActivity || b.createdAt - a.createdAt)[0]
}
