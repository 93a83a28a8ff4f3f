import Check from 'lucide-solid/icons/check'
import type { JSX } from 'solid-js'
import { createUniqueId, For, Match, Show, Switch } from 'solid-js'
import type { QuestionField } from '../../shared/approvals/request.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import type { FieldValue } from './answer.ts'
import { approvalWords } from './words.ts'

/** Props of {@link QuestionFieldView}. */
export interface QuestionFieldProps {
  readonly field: QuestionField
  readonly value: FieldValue | undefined
  readonly disabled: boolean
  readonly onChange: (value: FieldValue | undefined) => void
}

/** One field: choices as full-width buttons, anything else as an input. */
export function QuestionFieldView(props: QuestionFieldProps): JSX.Element {
  const id = createUniqueId()
  const multiple = (): boolean => props.field.type === 'choices'
  const choices = (): { value: string; label: string; held: FieldValue }[] =>
    props.field.type === 'boolean'
      ? [
          { value: 'yes', label: approvalWords.yes, held: true },
          { value: 'no', label: approvalWords.no, held: false },
        ]
      : props.field.choices.map((choice) => ({ ...choice, held: choice.value }))
  const isChosen = (held: FieldValue): boolean =>
    Array.isArray(props.value) ? props.value.includes(held) : props.value === held

  function choose(held: FieldValue): void {
    if (!multiple()) return props.onChange(held)
    const before = Array.isArray(props.value) ? (props.value as readonly string[]) : []
    const value = String(held)
    props.onChange(before.includes(value) ? before.filter((one) => one !== value) : [...before, value])
  }

  return (
    <div class="question-field" role="group" aria-labelledby={id}>
      <p id={id} class="question-title" dir="auto">
        <RevealedText text={props.field.title} prose />
        <Show when={!props.field.required}>
          <span class="approval-note"> {approvalWords.optional}</span>
        </Show>
      </p>
      <Show when={props.field.description}>
        {(text) => (
          <p class="approval-note">
            <RevealedText text={text()} prose />
          </p>
        )}
      </Show>
      <Switch>
        <Match when={props.field.type === 'text' || props.field.type === 'number'}>
          <textarea
            class="field"
            rows={props.field.type === 'text' ? 2 : 1}
            inputMode={props.field.type === 'number' ? 'decimal' : 'text'}
            aria-labelledby={id}
            readOnly={props.disabled}
            value={typeof props.value === 'string' ? props.value : ''}
            onInput={(event) => props.onChange(event.currentTarget.value)}
          />
        </Match>
        <Match when={true}>
          <div class="choices" role={multiple() ? 'group' : 'radiogroup'} aria-labelledby={id}>
            <For each={choices()}>
              {(choice) => (
                <button
                  type="button"
                  class="choice"
                  role={multiple() ? 'checkbox' : 'radio'}
                  aria-checked={isChosen(choice.held)}
                  aria-disabled={props.disabled ? 'true' : undefined}
                  onClick={() => !props.disabled && choose(choice.held)}
                >
                  <span dir="auto">
                    <RevealedText text={choice.label} prose />
                  </span>
                  <Check class="icon choice-tick" />
                </button>
              )}
            </For>
          </div>
        </Match>
      </Switch>
    </div>
  )
}
