import './approvals.css'
import type { JSX } from 'solid-js'
import { createMemo, Show } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { RiskBadge } from '../look/risk-badge.tsx'
import { riskWords } from '../look/words.ts'
import { Button } from '../ui/button.tsx'
import { LookOnly } from '../ui/look-only.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { FourStateButton } from '../ui/four-state-button.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import type { ApprovalCardProps } from './approval-card.tsx'
import { ApprovalCard, headingOf, raiseOf } from './approval-card.tsx'
import { answerButtons } from './buttons.ts'
import type { DecisionChoice, DecisionState } from './decision-state.ts'
import { isSettled, progressOf } from './decision-state.ts'
import { createFingerGuard } from '../ui/finger-guard.ts'
import { Told } from './told.tsx'
import { inTurn, showsWhole } from './turn.ts'
import { approvalWords, progressWords } from './words.ts'

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
        <Show when={first()}>{(approval) => <>{announcement(approval())}</>}</Show>
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

/** Answers in place only where everything that would happen is in sight; all else is reviewed first. */
function Compact(props: ApprovalDockProps & { readonly approval: ApprovalView }): JSX.Element {
  const request = (): ApprovalView['request'] => props.approval.request
  const settled = createFingerGuard(() => `${request().approvalId} ${request().digest}`)
  const state = (): DecisionState => props.decisionOf(request().approvalId)
  return (
    <section class="approval" aria-label={announcement(props.approval)}>
      <p class="dock-line">
        <Show when={request().asked === 'permission'}>
          <RiskBadge risk={request().risk} />
        </Show>
        <span dir="auto">{headingOf(props.approval)}</span>
      </p>
      <Show when={request().toolCall?.command}>{(command) => <CodeBlock text={command()} lines={4} />}</Show>
      <Told decision={state()} deviceId={props.deviceId} />
      <Show
        when={!props.lookOnly && showsWhole(request())}
        fallback={
          <Show when={!props.lookOnly} fallback={<LookAt {...props} />}>
            <div class="approval-bar">
              <FourStateButton
                wide
                progress={progressOf(state(), 'deny')}
                words={{
                  idle: request().question === null ? approvalWords.deny : approvalWords.decline,
                  ...progressWords.deny,
                }}
                disabled={!settled() || !props.connected || isSettled(state())}
                onPress={() =>
                  props.onDecide(request().approvalId, {
                    verdict: 'deny',
                    optionId: answerButtons(request()).deny?.optionId ?? null,
                    reason: null,
                  })
                }
              />
              <Button kind="primary" wide onPress={() => props.onReview(request().approvalId)}>
                {approvalWords.review}
              </Button>
            </div>
          </Show>
        }
      >
        <ApprovalActions
          request={request()}
          decision={state()}
          enabled={settled() && props.connected}
          onDecide={(choice) => props.onDecide(request().approvalId, choice)}
        />
      </Show>
    </section>
  )
}

function dockHead(waiting: number, lookOnly: boolean): string {
  if (lookOnly) return approvalWords.waitsForOthers
  return waiting > 1 ? approvalWords.waitingCount(waiting) : approvalWords.waits
}

/** For who may not answer: the sentence, and the whole question. */
function LookAt(props: ApprovalDockProps & { readonly approval: ApprovalView }): JSX.Element {
  return (
    <>
      <LookOnly text={approvalWords.lookOnly} />
      <Button wide onPress={() => props.onReview(props.approval.request.approvalId)}>
        {approvalWords.look}
      </Button>
    </>
  )
}

function announcement(approval: ApprovalView): string {
  const { risk, toolCall } = approval.request
  const target = toolCall?.command ?? toolCall?.title ?? ''
  return approvalWords.announce(riskWords[risk], headingOf(approval), target.slice(0, 200))
}
