import './text-field.css'
import { createUniqueId, Show, type JSX } from 'solid-js'

/** Props of {@link TextField}. */
export interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  /** What it is for, below the field. */
  readonly hint?: string | undefined
  /** Why it cannot be taken, in the place of the hint; announced. */
  readonly problem?: string | undefined
  readonly maxLength?: number | undefined
  readonly autocomplete?: string | undefined
  readonly inputMode?: 'text' | 'none' | 'numeric' | undefined
  readonly autocapitalize?: 'none' | 'words' | 'characters' | undefined
  /** Lines of a longer text; a single line where not given. */
  readonly rows?: number | undefined
  /** `code`: monospace and spaced, for what is copied letter by letter. */
  readonly look?: 'code' | undefined
  readonly disabled?: boolean | undefined
}

/** A text with its name above and its help below. At least 16 px, since iOS zooms into anything smaller. */
export function TextField(props: TextFieldProps): JSX.Element {
  const id = createUniqueId()
  const shared = () =>
    ({
      id,
      class: 'text-input' + (props.look === 'code' ? ' text-input-code' : ''),
      value: props.value,
      'aria-describedby': props.hint || props.problem ? id + '-help' : undefined,
      'aria-invalid': props.problem ? 'true' : undefined,
      maxLength: props.maxLength ?? 10_000,
      autocomplete: props.autocomplete ?? 'off',
      autocapitalize: props.autocapitalize,
      inputMode: props.inputMode,
      spellcheck: false,
      readOnly: props.disabled === true,
      dir: 'auto',
    }) as const
  return (
    <div class="text-field">
      <label class="field-label" for={id}>
        {props.label}
      </label>
      <Show
        when={props.rows}
        fallback={<input {...shared()} type="text" onInput={(event) => props.onInput(event.currentTarget.value)} />}
      >
        {(rows) => (
          <textarea {...shared()} rows={rows()} onInput={(event) => props.onInput(event.currentTarget.value)} />
        )}
      </Show>
      <p class="field-help" classList={{ 'field-problem': Boolean(props.problem) }} id={id + '-help'} role="status">
        {props.problem ?? props.hint}
      </p>
    </div>
  )
}
