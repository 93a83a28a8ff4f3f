import { For, Show, type JSX } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { Receipt } from '../approvals/receipt.tsx'
import { useApp } from '../devices/app-context.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { threadName } from './inbox-place.tsx'
import { inboxWords } from './words.ts'

/** What was decided lately, each with the way to the whole of it. */
export function InboxReceipts(props: {
  readonly receipts: readonly ApprovalView[]
  readonly titles: Readonly<Record<string, string>>
  readonly deviceId: string
}): JSX.Element {
  const { fleet } = useApp()
  return (
    <Show when={props.receipts.length > 0}>
      <section class="inbox-decided" aria-label={inboxWords.decided}>
        <h2 class="inbox-heading">{inboxWords.decided}</h2>
        <ul role="list">
          <For each={props.receipts}>
            {(approval) => (
              <li>
                <a class="inbox-receipt" href={'/a/' + approval.request.approvalId}>
                  <span class="inbox-from" dir="auto">
                    <RevealedText text={fleet.orbs[approval.orbId]?.title ?? inboxWords.orbGone} />
                    {' · '}
                    <RevealedText text={threadName(props.titles, approval)} prose />
                  </span>
                  <Receipt approval={approval} deviceId={props.deviceId} titled />
                </a>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  )
}
