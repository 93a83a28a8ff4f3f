import './approvals.css'
import type { JSX } from 'solid-js'
import { For, Match, Show, Switch } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { RiskBadge } from '../look/risk-badge.tsx'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { FourStateButton } from '../ui/four-state-button.tsx'
import { LookOnly } from '../ui/look-only.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import { headingOf, isSaidByRisk } from './approval-heading.ts'
import { answerButtons } from './buttons.ts'
import type { DecisionChoice, DecisionState } from './decision-state.ts'
import { isSettled, progressOf } from './decision-state.ts'
import { Told } from './told.tsx'
import { showsWhole } from './turn.ts'
import { approvalWords, progressWords } from './words.ts'

/** Props of {@link ShortApproval}. */
export interface ShortApprovalProps {
  readonly approval: ApprovalView
  readonly decision: DecisionState
  /** False just after something moved under the finger. */
  readonly enabled: boolean
  /** False while the relay cannot be reached: then it can only be denied. */
  readonly connected: boolean
  readonly onDecide: (choice: DecisionChoice) => void
  /** Opens the whole card. */
  readonly onReview: () => void
  /** This person may see the question and not answer it. */
  readonly lookOnly?: boolean | undefined
  readonly deviceId?: string | undefined
}

/** An approval in a few lines. It is answered in place only where all that would happen is in sight; all else is reviewed. */
export function ShortApproval(props: ShortApprovalProps): JSX.Element {
  return (
    <>
      <ShortHeading approval={props.approval} />
      <Subject approval={props.approval} />
      <Told decision={props.decision} deviceId={props.deviceId} />
      <Switch fallback={<Reviewed {...props} />}>
        <Match when={props.lookOnly}>
          <LookOnly text={approvalWords.lookOnly} />
          <Button wide onPress={() => props.onReview()}>
            {approvalWords.look}
          </Button>
        </Match>
        <Match when={showsWhole(props.approval.request)}>
          <ApprovalActions
            request={props.approval.request}
            decision={props.decision}
            enabled={props.enabled}
            connected={props.connected}
            onDecide={props.onDecide}
          />
        </Match>
      </Switch>
    </>
  )
}

/** How risky, and what would be done; "Read" says both. */
export function ShortHeading(props: { readonly approval: ApprovalView }): JSX.Element {
  const request = (): ApprovalView['request'] => props.approval.request
  return (
    <p class="dock-line">
      <Show when={request().asked === 'permission'}>
        <RiskBadge risk={request().risk} />
      </Show>
      <Show when={!isSaidByRisk(props.approval)}>
        <span class="approval-action" dir="auto">
          <RevealedText text={headingOf(props.approval)} prose />
        </span>
      </Show>
    </p>
  )
}

/** What would happen, as exact as a few lines can say it: the command, else the paths, else what the agent called it. */
function Subject(props: { readonly approval: ApprovalView }): JSX.Element {
  const call = (): ApprovalView['request']['toolCall'] => props.approval.request.toolCall
  return (
    <Switch>
      <Match when={call()?.command}>{(command) => <CodeBlock text={command()} lines={4} warn />}</Match>
      <Match when={call()?.locations.length !== 0 && call()}>
        {(known) => (
          <ul role="list" class="short-paths">
            <For each={known().locations}>
              {(path) => (
                <li>
                  <CodeBlock text={path} bare />
                </li>
              )}
            </For>
          </ul>
        )}
      </Match>
      <Match when={call()?.title !== headingOf(props.approval) && call()?.title}>
        {(title) => <CodeBlock text={title()} lines={4} bare />}
      </Match>
    </Switch>
  )
}

/** Denying needs no second look; allowing begins with one. */
function Reviewed(props: ShortApprovalProps): JSX.Element {
  const request = (): ApprovalView['request'] => props.approval.request
  return (
    <div class="approval-bar">
      <FourStateButton
        wide
        progress={progressOf(props.decision, 'deny')}
        words={{
          idle: request().question === null ? approvalWords.deny : approvalWords.decline,
          ...progressWords.deny,
        }}
        disabled={!props.enabled || isSettled(props.decision)}
        onPress={() =>
          props.onDecide({ verdict: 'deny', optionId: answerButtons(request()).deny?.optionId ?? null, reason: null })
        }
      />
      <Button kind="primary" wide onPress={() => props.onReview()}>
        {approvalWords.review}
      </Button>
    </div>
  )
}
