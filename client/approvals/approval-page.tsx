import { useParams } from '@solidjs/router'
import { createResource, Match, Show, Switch, untrack, type JSX } from 'solid-js'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { ApprovalView } from '../../shared/rooms/content.ts'
import { LargeTexts } from '../blobs/large-texts.ts'
import { loadBlobText } from '../blobs/load-blob.ts'
import { connectionLine } from '../connection/connection-line.ts'
import { isOnline } from '../connection/online.ts'
import { connectionWords } from '../connection/words.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { OrbAlertRow } from '../orbs/orb-alert.tsx'
import { OrbTrust } from '../orbs/orb-trust.tsx'
import { createOrbStore } from '../orbs/orb-store.ts'
import { api } from '../platform/api.ts'
import { useReloadHold } from '../platform/reload-holds.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ToInbox } from '../shell/ways-on.tsx'
import { threadTitle } from '../threads/thread-title.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { createDecisions } from './decisions.ts'
import { seenApproval } from './seen-approval.ts'
import { pageWords } from './page-words.ts'

type Fetched =
  | { readonly state: 'found'; readonly approval: ApprovalView }
  | { readonly state: 'gone' }
  | { readonly state: 'unreachable' }

/** One approval on one screen, by a link of its own. */
export function ApprovalPage(): JSX.Element {
  const { session } = useApp()
  const params = useParams<{ approvalId: string }>()
  const [fetched, { refetch }] = createResource(
    () => params.approvalId,
    (approvalId) => fetchApproval(session.epoch, approvalId),
  )
  const found = (): ApprovalView | undefined => {
    const now = fetched.latest
    return now?.state === 'found' ? now.approval : undefined
  }
  return (
    <Switch fallback={<Skeleton lines={8} />}>
      <Match when={found()} keyed>
        {(approval) => <Approval fetched={approval} />}
      </Match>
      <Match when={fetched.latest?.state === 'gone'}>
        <PageHeader title={pageWords.gone} backHref="/" />
        <EmptyState text={pageWords.goneText}>
          <ToInbox />
        </EmptyState>
      </Match>
      <Match when={fetched.latest?.state === 'unreachable'}>
        <PageHeader title={pageWords.noAnswer} backHref="/" />
        <EmptyState text={pageWords.noAnswerText}>
          <Button onPress={() => void refetch()}>{pageWords.again}</Button>
        </EmptyState>
      </Match>
    </Switch>
  )
}

/** The card follows the orb's room; what was fetched stands in until that has come. */
function Approval(props: { readonly fetched: ApprovalView }): JSX.Element {
  const { session } = useApp()
  const may = useMay()
  const decisions = createDecisions()
  // The card is remade for another approval.
  const fetched = untrack(() => props.fetched)
  const orb = createOrbStore(session.epoch, fetched.orbId)
  const { approvalId, threadId } = fetched.request
  const approval = (): ApprovalView => orb.data.approvals[approvalId] ?? fetched
  useReloadHold(() => approval().outcome === 'pending')
  const line = (): ReturnType<typeof connectionLine> =>
    connectionLine({
      online: isOnline(),
      room: orb.status(),
      meta: orb.meta(),
      orbAwaySince: orb.data.orb?.awaySince ?? null,
    })
  const title = (): string | undefined => {
    const thread = orb.data.threads[threadId]
    return thread === undefined ? undefined : threadTitle(thread)
  }
  const threadHref = `/o/${fetched.orbId}/t/${threadId}`
  return (
    <LargeTexts.Provider value={(sha256) => loadBlobText(fetched.orbId, sha256)}>
      <PageHeader
        title={orb.data.orb?.title ?? ''}
        backHref={threadHref}
        backAlways
        below={<Show when={orb.data.orb}>{(known) => <OrbTrust orb={known()} />}</Show>}
      >
        <p class="page-fact" dir="auto">
          <RevealedText text={title() ?? ''} prose />
        </p>
        <Show when={title() === undefined || line().text !== connectionWords.connected}>
          <StatusLine {...line()} />
        </Show>
      </PageHeader>
      <OrbAlertRow orb={orb.data.orb} asking={orb.data.threads[threadId]?.meta?.asking} />
      <ApprovalCard
        approval={approval()}
        orb={{
          isolation: orb.data.orb?.isolation ?? 'none',
          awaySince: orb.data.orb?.awaySince ?? null,
          branch: orb.data.workspace?.branch,
        }}
        decision={decisions.of(approvalId)}
        connected={orb.status().state === 'live'}
        deviceId={session.deviceId}
        onDecide={(choice) => void decisions.choose(approval(), choice)}
        lookOnly={!may('decide', { kind: 'thread', orbId: fetched.orbId, threadId })}
        focus
      />
      <Show when={approval().outcome !== 'pending'}>
        <div class="approval-after">
          <a class="button button-primary button-wide" href={threadHref}>
            {pageWords.toThread}
          </a>
        </div>
      </Show>
    </LargeTexts.Provider>
  )
}

/** Where the relay does not answer, as this device last saw it: to be read, not to be allowed. */
async function fetchApproval(epoch: string, approvalId: string): Promise<Fetched> {
  try {
    const answer = await api('GET', '/api/approvals/' + encodeURIComponent(approvalId))
    return { state: 'found', approval: ApprovalView.parse(answer.body) }
  } catch (error) {
    if (error instanceof PerigeeError && error.code === 'not-found') return { state: 'gone' }
    const approval = await seenApproval(epoch, approvalId)
    return approval === null ? { state: 'unreachable' } : { state: 'found', approval }
  }
}
