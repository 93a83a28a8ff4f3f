import { useNavigate } from '@solidjs/router'
import type { JSX } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { announcementOf } from '../approvals/approval-heading.ts'
import { createCountdown } from '../approvals/countdown.ts'
import type { Decisions } from '../approvals/decisions.ts'
import { ShortApproval } from '../approvals/short-approval.tsx'
import { InboxPlace } from './inbox-place.tsx'

/** What every row of the inbox is given. */
export interface InboxRowProps {
  /** Titles of threads by id. */
  readonly titles: Readonly<Record<string, string>>
  /** False just after a row has moved. */
  readonly enabled: boolean
  /** False while the relay cannot be reached: then nothing can be allowed, and a denial is kept until it can. */
  readonly connected: boolean
  readonly decisions: Decisions
  readonly deviceId: string
}

/** One question of the inbox. Nothing here listens to a swipe: an answer is a press. */
export function InboxEntry(
  props: InboxRowProps & { readonly approval: ApprovalView; readonly lookOnly: boolean },
): JSX.Element {
  const navigate = useNavigate()
  const id = (): string => props.approval.request.approvalId
  const left = createCountdown(() => props.approval.request.expiresAt)
  return (
    <article class="inbox-entry" aria-label={announcementOf(props.approval)}>
      <InboxPlace approval={props.approval} titles={props.titles} />
      <ShortApproval
        approval={props.approval}
        decision={props.decisions.of(id())}
        enabled={props.enabled && left() !== 0}
        connected={props.connected}
        onDecide={(choice) => void props.decisions.choose(props.approval, choice)}
        onReview={() => navigate('/a/' + id())}
        lookOnly={props.lookOnly}
        deviceId={props.deviceId}
      />
    </article>
  )
}
