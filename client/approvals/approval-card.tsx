import './approvals.css'
import type { JSX } from 'solid-js'
import { createUniqueId, onMount, Show } from 'solid-js'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { joints } from '../i18n/words.ts'
import { RiskBadge } from '../look/risk-badge.tsx'
import { LookOnly } from '../ui/look-only.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { ApprovalActions } from './approval-actions.tsx'
import { headingOf, isSaidByRisk, raiseOf } from './approval-heading.ts'
import { ApprovalNotes } from './approval-notes.tsx'
import { ApprovalSubject } from './approval-subject.tsx'
import { createCountdown, LAST_MS } from './countdown.ts'
import type { DecisionChoice, DecisionState } from './decision-state.ts'
import { createFingerGuard } from '../ui/finger-guard.ts'
import { QuestionForm } from './question-form.tsx'
import { Receipt } from './receipt.tsx'
import { TimeLeft } from './time-left.tsx'
import { Told } from './told.tsx'
import { approvalWords } from './words.ts'

/** What an approval's card says of the orb. */
export interface OrbFacts {
  readonly isolation: string
  /** Since when its link is down, ms; null while it is up. */
  readonly awaySince: number | null
  readonly branch?: string | null | undefined
}

/** Props of {@link ApprovalCard}. */
export interface ApprovalCardProps {
  readonly approval: ApprovalView
  readonly orb: OrbFacts
  readonly decision: DecisionState
  /** False while this device cannot reach the relay: an approval is never queued silently. */
  readonly connected: boolean
  readonly onDecide: (choice: DecisionChoice) => void
  /** This person may see the question and not answer it. */
  readonly lookOnly?: boolean | undefined
  readonly deviceId?: string | undefined
  /** Moves the focus to the heading, after a notification led here. */
  readonly focus?: boolean | undefined
}

/** An approval, whole: what is asked, how risky, what the agent claims, and the answers; a receipt once it has ended. */
export function ApprovalCard(props: ApprovalCardProps): JSX.Element {
  const id = createUniqueId()
  const request = (): ApprovalView['request'] => props.approval.request
  const settled = createFingerGuard(() => `${request().approvalId} ${request().digest} ${props.approval.outcome}`)
  const pending = (): boolean => props.approval.outcome === 'pending'
  const left = createCountdown(() => (pending() ? request().expiresAt : null))
  const isLast = (): boolean => (left() ?? Infinity) <= LAST_MS
  const enabled = (): boolean => settled() && left() !== 0
  let heading: HTMLHeadingElement | undefined
  onMount(() => {
    if (props.focus) heading?.focus()
  })
  return (
    <section class={`approval approval-${request().asked}`} aria-labelledby={id}>
      <div class="approval-scroll">
        <h2 id={id} class="approval-heading" tabindex="-1" ref={(node) => (heading = node)}>
          <Show when={request().asked === 'permission'}>
            <RiskBadge risk={request().risk} />{' '}
          </Show>
          <Show when={!isSaidByRisk(props.approval)}>
            <span class="approval-action" dir="auto">
              <RevealedText text={headingOf(props.approval)} prose />
            </span>
          </Show>
        </h2>
        <Show when={subtitle(props.approval)}>
          {(text) => (
            <p class="approval-title">
              <RevealedText text={text()} />
            </p>
          )}
        </Show>
        <ApprovalSubject request={request()} branch={props.orb.branch} />
        <Show when={request().claim}>
          {(claim) => (
            <figure class="approval-claim">
              <figcaption class="approval-note">
                {joints.aside(approvalWords.claim, approvalWords.claimNote)}
              </figcaption>
              <blockquote dir="auto">
                <RevealedText text={claim()} prose />
              </blockquote>
            </figure>
          )}
        </Show>
        <Facts approval={props.approval} left={left} />
        <Show when={pending()}>
          <ApprovalNotes orb={props.orb} connected={props.connected} />
        </Show>
      </div>
      <Show
        when={pending()}
        fallback={
          <div class="approval-foot">
            <Receipt approval={props.approval} deviceId={props.deviceId} />
          </div>
        }
      >
        <div class="approval-foot">
          <Told decision={props.decision} deviceId={props.deviceId} />
          {/* Once, and at once: who listens has less time to find it than who sees it. */}
          <p class="visually-hidden" role="alert">
            <Show when={isLast()}>{approvalWords.expiresSoon}</Show>
          </p>
          {/* A hold that began, or an answer that was typed, for one question never counts for the next. */}
          <Show when={raiseOf(props.approval)} keyed>
            <Show
              when={request().question}
              fallback={
                <Show when={!props.lookOnly}>
                  <ApprovalActions
                    request={request()}
                    decision={props.decision}
                    enabled={enabled()}
                    connected={props.connected}
                    onDecide={props.onDecide}
                  />
                </Show>
              }
            >
              {(question) => (
                <QuestionForm
                  request={request()}
                  question={question()}
                  decision={props.decision}
                  enabled={enabled() && !props.lookOnly}
                  connected={props.connected}
                  lookOnly={props.lookOnly}
                  onDecide={props.onDecide}
                />
              )}
            </Show>
          </Show>
          <Show when={props.lookOnly}>
            <LookOnly text={approvalWords.lookOnly} />
          </Show>
        </div>
      </Show>
    </section>
  )
}

function Facts(props: { readonly approval: ApprovalView; readonly left: () => number | null }): JSX.Element {
  const request = (): ApprovalView['request'] => props.approval.request
  return (
    <>
      <p class="approval-note">
        {approvalWords.asked} <RelativeTime at={request().raisedAt} ago />
        {' · '}
        <Show when={request().expiresAt !== null} fallback={approvalWords.noExpiry}>
          <TimeLeft left={props.left} />
        </Show>
        <Show when={request().asked === 'permission'}>
          {' · '}
          {approvalWords.rule} <code>{request().riskRule}</code>
        </Show>
        {' · '}
        {approvalWords.digest} <code title={request().digest}>{request().digest.slice(0, 12)}</code>
      </p>
      <Show when={request().expiresAt !== null}>
        <p class="approval-note">{approvalWords.thenNothing}</p>
      </Show>
    </>
  )
}

function subtitle(approval: ApprovalView): string | null {
  const call = approval.request.toolCall
  if (call === null || call.title === headingOf(approval)) return null
  // The command itself stands below, exact.
  if (call.command !== null && [call.command, `Run ${call.command}`].includes(call.title)) return null
  return call.title
}
