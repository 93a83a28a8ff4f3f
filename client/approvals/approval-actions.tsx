import type { JSX } from 'solid-js'
import { createMemo, createSignal, For, Show } from 'solid-js'
import type { ApprovalOption, ApprovalRequest } from '../../shared/approvals/request.ts'
import { LIMITS } from '../../shared/limits.ts'
import { joints } from '../i18n/words.ts'
import { Button } from '../ui/button.tsx'
import { FourStateButton } from '../ui/four-state-button.tsx'
import { HoldButton } from '../ui/hold-button.tsx'
import { ApprovalSubject } from './approval-subject.tsx'
import { answerButtons } from './buttons.ts'
import type { DecisionChoice, DecisionState } from './decision-state.ts'
import { isSettled, progressOf } from './decision-state.ts'
import { DenyReason } from './deny-reason.tsx'
import { approvalWords, progressWords } from './words.ts'

/** Props of {@link ApprovalActions}. */
export interface ApprovalActionsProps {
  readonly request: ApprovalRequest
  readonly decision: DecisionState
  /** False just after the card appeared or changed. */
  readonly enabled: boolean
  /** False while the relay cannot be reached: then nothing can be allowed, and a denial is kept until it can. */
  readonly connected: boolean
  readonly onDecide: (choice: DecisionChoice) => void
}

/** The answers to a permission. Deny left, Approve right, for ever. */
export function ApprovalActions(props: ApprovalActionsProps): JSX.Element {
  const buttons = createMemo(() => answerButtons(props.request))
  const [giving, setGiving] = createSignal(false)
  const blocked = (): boolean => !props.enabled || isSettled(props.decision)
  const stoppable = (): boolean => props.request.runId !== null
  const deny = (reason: string | null, stops: boolean): void => {
    setGiving(false)
    const optionId = buttons().deny?.optionId ?? null
    // The reason is signed with the denial and stands on its receipt: so the one receipt says both.
    if (stops) props.onDecide({ verdict: 'deny', optionId, reason: withStop(reason), stops })
    else props.onDecide({ verdict: 'deny', optionId, reason })
  }
  return (
    <>
      <OptionNotes request={props.request} />
      <Show
        when={giving() && !blocked()}
        fallback={
          <Bar
            {...props}
            blocked={blocked()}
            stoppable={stoppable()}
            onDeny={(stops) => deny(null, stops)}
            onReason={() => setGiving(true)}
          />
        }
      >
        <DenyReason disabled={blocked()} stoppable={stoppable()} onDeny={deny} onCancel={() => setGiving(false)} />
      </Show>
    </>
  )
}

interface BarProps extends ApprovalActionsProps {
  readonly blocked: boolean
  readonly stoppable: boolean
  readonly onDeny: (stops: boolean) => void
  readonly onReason: () => void
}

function Bar(props: BarProps): JSX.Element {
  const buttons = createMemo(() => answerButtons(props.request))
  return (
    <>
      <div class="approval-links">
        <Button kind="quiet" class="approval-reason-link" disabled={props.blocked} onPress={() => props.onReason()}>
          {approvalWords.denyWithReason}
        </Button>
        <Show when={props.stoppable}>
          <Button kind="quiet" class="approval-reason-link" disabled={props.blocked} onPress={() => props.onDeny(true)}>
            {approvalWords.denyAndStop}
          </Button>
        </Show>
      </div>
      <Show when={buttons().allow.length > 1}>
        <div class="approval-options">
          <For each={buttons().allow}>
            {(option) => <AllowButton {...props} option={option} named blocked={props.blocked} />}
          </For>
        </div>
      </Show>
      <div class="approval-bar">
        <FourStateButton
          kind="outlined"
          wide
          progress={progressOf(props.decision, 'deny')}
          words={{ idle: approvalWords.deny, ...progressWords.deny }}
          disabled={props.blocked}
          onPress={() => props.onDeny(false)}
        />
        <Show when={buttons().allow.length === 1 && buttons().allow[0]}>
          {(option) => <AllowButton {...props} option={option()} named={false} blocked={props.blocked} />}
        </Show>
      </div>
    </>
  )
}

function AllowButton(
  props: ApprovalActionsProps & { readonly option: ApprovalOption; readonly named: boolean; readonly blocked: boolean },
): JSX.Element {
  const buttons = createMemo(() => answerButtons(props.request))
  const mine = (): boolean => !('optionId' in props.decision) || props.decision.optionId === props.option.optionId
  const progress = (): ReturnType<typeof progressOf> => (mine() ? progressOf(props.decision, 'allow') : 'idle')
  const once = (): string => (buttons().always ? approvalWords.allowAlways : approvalWords.allowOnce)
  const word = (): string => (props.named ? approvalWords.allowNamed(props.option.name) : once())
  const allow = (): void => props.onDecide({ verdict: 'allow', optionId: props.option.optionId })
  return (
    <Show
      when={buttons().hold && (progress() === 'idle' || progress() === 'failed')}
      fallback={
        <FourStateButton
          kind="primary"
          wide
          progress={progress()}
          words={{ idle: word(), ...progressWords.allow }}
          disabled={props.blocked || !props.connected}
          onPress={allow}
        />
      }
    >
      <HoldButton
        wide
        label={props.named ? approvalWords.holdNamed(props.option.name) : holdLabel(buttons().always)}
        readyLabel={approvalWords.releaseToAllow}
        question={approvalWords.confirmQuestion}
        confirmLabel={word()}
        disabled={props.blocked || !props.connected}
        onConfirm={allow}
        subject={<ApprovalSubject request={props.request} />}
      />
    </Show>
  )
}

function holdLabel(always: boolean): string {
  return always ? approvalWords.holdNamed(approvalWords.alwaysName) : approvalWords.holdToAllow
}

function OptionNotes(props: { readonly request: ApprovalRequest }): JSX.Element {
  const buttons = createMemo(() => answerButtons(props.request))
  return (
    <>
      <Show when={buttons().allow.length > 1}>
        <p class="approval-note approval-note-bad">{approvalWords.several}</p>
      </Show>
      <Show when={buttons().always}>
        <p class="approval-note approval-note-bad">{approvalWords.alwaysOnly}</p>
      </Show>
      <Show when={buttons().allow.length === 0}>
        <p class="approval-note">{approvalWords.noAllow}</p>
      </Show>
      <Show when={buttons().unknown.length > 0}>
        <p class="approval-note">
          {approvalWords.unknownOptions(joints.list(buttons().unknown.map((option) => option.name)))}
        </p>
      </Show>
    </>
  )
}

function withStop(reason: string | null): string {
  const said = reason === null ? approvalWords.stopped : joints.sentences(reason, approvalWords.stopped)
  return said.slice(0, LIMITS.reasonChars)
}
