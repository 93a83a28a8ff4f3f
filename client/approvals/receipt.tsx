import './receipt.css'
import Ban from 'lucide-solid/icons/ban'
import Check from 'lucide-solid/icons/check'
import CircleSlash from 'lucide-solid/icons/circle-slash'
import Hourglass from 'lucide-solid/icons/hourglass'
import type { Component, JSX } from 'solid-js'
import { Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { Actor } from '../../shared/approvals/decision.ts'
import type { Outcome } from '../../shared/approvals/machine.ts'
import type { ApprovalView } from '../../shared/rooms/content.ts'
import { joints } from '../i18n/words.ts'
import { rawJson } from '../transcripts/tool-reading.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { StopFailed } from './stop-failed.tsx'
import { approvalWords, effectWords, outcomeWords } from './words.ts'

const icons: Record<Outcome, Component<{ class?: string }>> = {
  pending: Hourglass,
  allowed: Check,
  denied: Ban,
  answered: Check,
  expired: Hourglass,
  superseded: CircleSlash,
  withdrawn: CircleSlash,
  void: CircleSlash,
}

/** Props of {@link Receipt}. */
export interface ReceiptProps {
  readonly approval: ApprovalView
  /** This device: its own answers are said to be by "you". */
  readonly deviceId?: string | undefined
  /** Says what was asked, too: where it stands alone. */
  readonly titled?: boolean | undefined
}

/** How an approval ended: what, by whom, when, and what became of the answer. */
export function Receipt(props: ReceiptProps): JSX.Element {
  const effect = (): string => effectWords(props.approval.outcome, props.approval.effect)
  const title = (): string => {
    const { toolCall, question } = props.approval.request
    return toolCall?.command ?? toolCall?.title ?? question?.message ?? ''
  }
  return (
    <div class={`receipt receipt-${props.approval.outcome}`}>
      <Dynamic component={icons[props.approval.outcome]} class="icon" />
      <div class="receipt-text">
        <p>
          <strong>{outcomeWords[props.approval.outcome]}</strong>
          <Show when={props.approval.decidedBy}>{(by) => ` ${approvalWords.by(actorName(by(), props.deviceId))}`}</Show>
          <Show when={props.approval.endedAt}>
            {(at) => (
              <>
                {' · '}
                <RelativeTime at={at()} />
              </>
            )}
          </Show>
          <Show when={props.approval.decidedBy}>
            {(by) => ` · ${signatureWords(props.approval, by(), props.deviceId)}`}
          </Show>
        </p>
        <Show when={props.titled && title()}>
          <p class="receipt-title">
            <RevealedText text={title().slice(0, 300)} />
          </p>
        </Show>
        <Show when={effect()}>
          <p classList={{ 'receipt-bad': isTrouble(props.approval) }}>{effect()}</p>
        </Show>
        <Show when={props.approval.reason}>{(reason) => <p>{joints.pair(approvalWords.reason, reason())}</p>}</Show>
        <Show when={props.approval.answer}>
          {(answer) => <p>{joints.pair(approvalWords.yourAnswer, answerWords(answer()))}</p>}
        </Show>
        <Show when={props.approval.message}>{(message) => <p>{message()}</p>}</Show>
        <StopFailed request={props.approval.request} />
      </div>
    </div>
  )
}

function signatureWords({ signed }: ApprovalView, by: Actor, deviceId: string | undefined): string {
  if (!signed) return approvalWords.unsignedReceipt
  return by.deviceId === deviceId ? approvalWords.signedHere : approvalWords.signedThere
}

/** "you on this device", or "Ada, Pixel 9". */
export function actorName(by: Actor, deviceId: string | undefined): string {
  return by.deviceId === deviceId ? approvalWords.byYou : joints.list([by.personName, by.deviceName])
}

function isTrouble(approval: ApprovalView): boolean {
  return approval.effect === 'undeliverable' || approval.effect === 'unknown' || approval.effect === 'bypassed'
}

function answerWords(answer: Readonly<Record<string, unknown>>): string {
  return joints.list(Object.values(answer).map((value) => (typeof value === 'string' ? value : rawJson(value))))
}
