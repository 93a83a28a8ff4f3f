import './orb-subpage.css'
import { useParams, useSearchParams } from '@solidjs/router'
import { createMemo, Show, untrack, type JSX } from 'solid-js'
import { connectionWords } from '../connection/words.ts'
import { useApp } from '../devices/app-context.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { createOrbStore, type OrbStore } from './orb-store.ts'
import { orbWords } from './words.ts'

/** What a page below an orb's own is given. */
export interface OrbPlace {
  readonly orbId: string
  readonly store: OrbStore
}

/** A page below an orb's own, by the address: its head, the way back, and what `children` make of the orb. */
export function OrbSubpage(props: {
  readonly title: string
  readonly children: (place: OrbPlace) => JSX.Element
}): JSX.Element {
  const params = useParams<{ orbId: string }>()
  return (
    <Show when={params.orbId} keyed>
      {(orbId) => <Place orbId={orbId} {...props} />}
    </Show>
  )
}

function Place(props: {
  readonly orbId: string
  readonly title: string
  readonly children: (place: OrbPlace) => JSX.Element
}): JSX.Element {
  const { session } = useApp()
  // The page is remade for another orb.
  const orbId = untrack(() => props.orbId)
  const store = createOrbStore(session.epoch, orbId)
  // The thread from which one came; without it the orb's newest.
  const [query] = useSearchParams<{ thread?: string }>()
  const back = (): string => `/o/${orbId}${query.thread === undefined ? '' : `/t/${query.thread}`}`
  const awaySince = (): number | null => store.data.orb?.awaySince ?? null
  const wasHere = createMemo((before: boolean) => before || store.data.orb?.awaySince === null, false)
  return (
    <div class="orb-subpage">
      <PageHeader title={store.data.orb?.title ?? ''} backHref={back()} backAlways>
        {props.title}
        <Show when={awaySince()}>{(since) => <StatusLine text={connectionWords.orbAway} bad asOf={since()} />}</Show>
      </PageHeader>
      {/* What was read stays when the orb leaves. Where it was away all along, there is nothing to ask it. */}
      <Show when={awaySince() === null || wasHere()} fallback={<EmptyState text={orbWords.awayText} />}>
        <div class="orb-subpage-body">{props.children({ orbId, store })}</div>
      </Show>
    </div>
  )
}
