import { createUniqueId, type JSX } from 'solid-js'
import { shownCode } from '../../shared/devices/pairing.ts'
import '../ui/text-field.css'
import { codeWords } from './code-words.ts'

/** Props of {@link CodeField}. */
export interface CodeFieldProps {
  /** As far as it was typed, without the dash. */
  readonly value: string
  readonly onInput: (code: string) => void
  /** Something longer than a code was pasted: a link, perhaps. */
  readonly onPasteText?: ((text: string) => void) | undefined
  readonly problem?: string | undefined
  readonly hint?: string | undefined
}

const CODE_CHARS = 8

/** A code of 8 characters, typed or pasted, in upper case with a dash in its middle, as the other side shows it. */
export function CodeField(props: CodeFieldProps): JSX.Element {
  const id = createUniqueId()
  const read = (field: HTMLInputElement): void => {
    const code = field.value
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, CODE_CHARS)
    const atEnd = field.selectionStart === field.value.length
    // Rewritten at once: a character that no code holds must not stay in sight.
    if (atEnd || code === props.value) field.value = written(code)
    props.onInput(code)
  }
  const paste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text') ?? ''
    if (!text.includes('#') || props.onPasteText === undefined) return
    event.preventDefault()
    props.onPasteText(text)
  }
  return (
    <div class="text-field">
      <label class="field-label" for={id}>
        {codeWords.label}
      </label>
      <input
        id={id}
        class="text-input text-input-code"
        type="text"
        inputMode="text"
        autocomplete="one-time-code"
        autocapitalize="characters"
        spellcheck={false}
        maxLength={32}
        placeholder="····-····"
        aria-describedby={id + '-help'}
        aria-invalid={props.problem ? 'true' : undefined}
        value={written(props.value)}
        onInput={(event) => read(event.currentTarget)}
        onPaste={paste}
      />
      <p class="field-help" classList={{ 'field-problem': Boolean(props.problem) }} id={id + '-help'} role="status">
        {props.problem ?? props.hint}
      </p>
    </div>
  )
}

function written(code: string): string {
  return code.length > 4 ? shownCode(code) : code
}
