import './question.css'
import type { JSX } from 'solid-js'
import { createMemo, createSignal, For, Show } from 'solid-js'
import type { ApprovalRequest, Question } from '../../shared/approvals/request.ts'
import { joints } from '../i18n/words.ts'
import { linkTarget } from '../transcripts/markdown/link-target.ts'
import { FourStateButton } from '../ui/four-state-button.tsx'
import type { FieldValue } from './answer.ts'
import { readAnswer } from './answer.ts'
import { answerButtons } from './buttons.ts'
import type { DecisionChoice, DecisionState } from './decision-state.ts'
import { isSettled, progressOf } from './decision-state.ts'
import { QuestionFieldView } from './question-field.tsx'
import { approvalWords, progressWords } from './words.ts'

/** Props of {@link QuestionForm}. */
export interface QuestionFormProps {
  readonly request: ApprovalRequest
  readonly question: Question
  readonly decision: DecisionState
  readonly enabled: boolean
  /** False while the relay cannot be reached: then it can only be declined. */
  readonly connected: boolean
  /** The question without a way to answer it. */
  readonly lookOnly?: boolean | undefined
  readonly onDecide: (choice: DecisionChoice) => void
}

/** A question with its fields. What is chosen stays in sight until it is sent, by a press of its own. */
export function QuestionForm(props: QuestionFormProps): JSX.Element {
  const [values, setValues] = createSignal<Readonly<Record<string, FieldValue | undefined>>>({})
  const read = createMemo(() => readAnswer(props.question.fields, values()))
  const blocked = (): boolean => !props.enabled || isSettled(props.decision)
  const problem = (): string | undefined => {
    const [odd] = read().notNumbers
    if (odd !== undefined) return approvalWords.notANumber(odd.title)
    if (read().missing.length === 0) return undefined
    return approvalWords.missing(joints.list(read().missing.map((field) => field.title)))
  }
  return (
    <div class="question">
      <For each={props.question.fields}>
        {(field) => (
          <QuestionFieldView
            field={field}
            value={values()[field.name]}
            disabled={blocked()}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        )}
      </For>
      <Show when={props.question.url}>{(url) => <Elsewhere url={url()} />}</Show>
      <Show when={!props.lookOnly && problem()}>{(text) => <p class="approval-note">{text()}</p>}</Show>
      <Show when={!props.lookOnly}>
        <div class="approval-bar">
          <FourStateButton
            wide
            progress={progressOf(props.decision, 'deny')}
            words={{ idle: approvalWords.decline, ...progressWords.deny }}
            disabled={blocked()}
            onPress={() =>
              props.onDecide({
                verdict: 'deny',
                optionId: answerButtons(props.request).deny?.optionId ?? null,
                reason: null,
              })
            }
          />
          <FourStateButton
            kind="primary"
            wide
            progress={progressOf(props.decision, 'answer')}
            words={{
              idle: props.question.url === null ? approvalWords.sendAnswer : approvalWords.haveAnswered,
              ...progressWords.answer,
            }}
            disabled={blocked() || !props.connected || problem() !== undefined}
            onPress={() => props.onDecide({ verdict: 'answer', answer: read().answer })}
          />
        </div>
      </Show>
    </div>
  )
}

/** A page that an agent sends people to: its host in full, and never opened by itself. */
function Elsewhere(props: { readonly url: string }): JSX.Element {
  const target = (): ReturnType<typeof linkTarget> => linkTarget(props.url, '')
  return (
    <p>
      {approvalWords.answeredElsewhere}{' '}
      <Show when={target()} fallback={<code>{props.url}</code>}>
        {(link) => (
          <a href={link().href} target="_blank" rel="noopener noreferrer nofollow" class="question-link">
            {link().href}
          </a>
        )}
      </Show>
    </p>
  )
}
