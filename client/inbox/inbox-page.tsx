import './inbox.css'
import { createMemo, For, Match, Show, Switch, type JSX } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { createDecisions } from '../approvals/decisions.ts'
import { useFleetLine } from '../connection/fleet-line.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { fleetWords } from '../fleet/words.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ShellBar } from '../shell/shell-bar.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { createFingerGuard } from '../ui/finger-guard.ts'
import { sameItems } from '../ui/same-items.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { arrangeInbox } from './arrange-inbox.ts'
import { InboxBatch } from './inbox-batch.tsx'
import { InboxEntry } from './inbox-entry.tsx'
import { createInboxStore } from './inbox-store.ts'
import { InboxReceipts } from './inbox-receipts.tsx'
import { inboxWords } from './words.ts'

/** Every question that waits, over all orbs that this person sees, and what was decided lately. */
export default function InboxPage(): JSX.Element {
  const { session, fleet } = useApp()
  const may = useMay()
  const inbox = createInboxStore()
  const decisions = createDecisions()
  const items = createMemo(() => {
    const arranged = arrangeInbox(inbox.data.approvals)
    return { keys: arranged.map(({ key }) => key), of: new Map(arranged.map((item) => [item.key, item.approvals])) }
  })
  const keys = createMemo(() => items().keys, [], { equals: sameItems })
  // Whatever moves a row moves another one under the finger.
  const settled = createFingerGuard(() => keys().join() + inbox.data.approvals.length)
  const line = useFleetLine()
  const connected = (): boolean => inbox.state() === 'fresh' && fleet.status().state === 'live'
  const mayDecide = ({ orbId, request: { threadId } }: ApprovalView): boolean =>
    may('decide', { kind: 'thread', orbId, threadId })
  const lookOnly = (): boolean => inbox.data.approvals.length > 0 && !inbox.data.approvals.some(mayDecide)
  return (
    <div class="inbox">
      <PageHeader title={inboxWords.title}>
        <StatusLine {...line()} />
      </PageHeader>
      <p class="visually-hidden" aria-live="polite">
        <Show when={inbox.data.approvals.length > 0 && !lookOnly()}>
          {fleetWords.questions(inbox.data.approvals.length)}
        </Show>
      </p>
      <div class="inbox-scroll">
        <Switch fallback={<Skeleton lines={6} />}>
          <Match when={inbox.state() === 'failed'}>
            <EmptyState title={inboxWords.failed} text={inboxWords.failedText}>
              <Button onPress={() => void inbox.reload()}>{inboxWords.again}</Button>
            </EmptyState>
          </Match>
          <Match when={inbox.state() !== 'loading'}>
            <Show
              when={keys().length > 0}
              fallback={<EmptyState title={fleetWords.nothingWaits} text={inboxWords.emptyText} />}
            >
              <section class="inbox-waits" aria-label={lookOnly() ? inboxWords.waitsForOthers : inboxWords.waits}>
                <Show when={!connected()}>
                  <p class="inbox-stale">{inboxWords.stale}</p>
                </Show>
                <ul role="list">
                  <For each={keys()}>
                    {(key) => (
                      <li class="inbox-item">
                        <Show when={items().of.get(key)}>
                          {(approvals) => {
                            const shared = {
                              titles: inbox.data.titles,
                              get enabled(): boolean {
                                return settled()
                              },
                              get connected(): boolean {
                                return connected()
                              },
                              decisions,
                              deviceId: session.deviceId,
                            }
                            return (
                              <Show
                                when={approvals().length > 1 && mayDecide(approvals()[0])}
                                fallback={
                                  <For each={approvals()}>
                                    {(approval) => (
                                      <InboxEntry {...shared} approval={approval} lookOnly={!mayDecide(approval)} />
                                    )}
                                  </For>
                                }
                              >
                                <InboxBatch {...shared} approvals={approvals()} />
                              </Show>
                            )
                          }}
                        </Show>
                      </li>
                    )}
                  </For>
                </ul>
              </section>
            </Show>
            <InboxReceipts receipts={inbox.data.receipts} titles={inbox.data.titles} deviceId={session.deviceId} />
          </Match>
        </Switch>
      </div>
      <ShellBar />
    </div>
  )
}
