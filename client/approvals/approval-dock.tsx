import './approvals.css'
import './approval-dock.css'
import type { JSX } from 'solid-js'
import { createMemo, Show } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import type { ApprovalCardProps } from './approval-card.tsx'
import { ApprovalCard } from './approval-card.tsx'
import { announcementOf, raiseOf } from './approval-heading.ts'
import type { DecisionChoice, DecisionState } from './decision-state.ts'
import { createFingerGuard } from '../ui/finger-guard.ts'
import { ShortApproval } from './short-approval.tsx'
import { inTurn } from './turn.ts'
import { approvalWords } from './words.ts'

/** Props of {@link ApprovalDock}. */
export interface ApprovalDockProps extends Pick<ApprovalCardProps, 'orb' | 'connected' | 'deviceId' | 'lookOnly'> {
  /** All of this thread; only pending ones are shown, the oldest first. */
  readonly approvals: readonly ApprovalView[]
  readonly decisionOf: (approvalId: string) => DecisionState
  readonly onDecide: (approvalId: string, choice: DecisionChoice) => void
  /** Opens the whole card. */
  readonly onReview: (approvalId: string) => void
  /** True where there is room for the whole card in place: from a tablet up. */
  readonly whole: boolean
}

/** At the foot of a thread: what waits for an answer, and how many more. */
export function ApprovalDock(props: ApprovalDockProps): JSX.Element {
  const waiting = createMemo(() => inTurn(props.approvals))
  const first = (): ApprovalView | undefined => waiting()[0]
  return (
    <>
      <p class="visually-hidden" aria-live="polite">
        <Show when={first()}>{(approval) => <>{announcementOf(approval())}</>}</Show>
      </p>
      <Show when={first()}>
        {(approval) => (
          <div class="dock" classList={{ 'dock-whole': props.whole }}>
            <p class="dock-head">{dockHead(waiting().length, props.lookOnly === true)}</p>
            {/* The next one in turn begins afresh: nothing that was begun for this one is carried over. */}
            <Show when={raiseOf(approval())} keyed>
              <Show when={props.whole} fallback={<Compact {...props} approval={approval()} />}>
                <ApprovalCard
                  approval={approval()}
                  orb={props.orb}
                  connected={props.connected}
                  deviceId={props.deviceId}
                  lookOnly={props.lookOnly}
                  decision={props.decisionOf(approval().request.approvalId)}
                  onDecide={(choice) => props.onDecide(approval().request.approvalId, choice)}
                />
              </Show>
            </Show>
          </div>
        )}
      </Show>
    </>
  )
}

function Compact(props: ApprovalDockProps & { readonly approval: ApprovalView }): JSX.Element {
  const request = (): ApprovalView['request'] => props.approval.request
  const settled = createFingerGuard(() => `${request().approvalId} ${request().digest}`)
  return (
    <section class="approval" aria-label={announcementOf(props.approval)}>
      <ShortApproval
        approval={props.approval}
        decision={props.decisionOf(request().approvalId)}
        enabled={settled()}
        connected={props.connected}
        onDecide={(choice) => props.onDecide(request().approvalId, choice)}
        onReview={() => props.onReview(request().approvalId)}
        lookOnly={props.lookOnly}
        deviceId={props.deviceId}
      />
    </section>
  )
}

function dockHead(waiting: number, lookOnly: boolean): string {
  if (lookOnly) return approvalWords.waitsForOthers
  return waiting > 1 ? approvalWords.waitingCount(waiting) : approvalWords.waits
}
