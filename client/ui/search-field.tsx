import './search-field.css'
import SearchIcon from 'lucide-solid/icons/search'
import type { JSX } from 'solid-js'

/** Props of {@link SearchField}. */
export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly maxLength?: number | undefined
  /** Takes the input once it is there, to give it the focus. */
  readonly ref?: ((input: HTMLInputElement) => void) | undefined
}

/** A field for words to look for. Escape empties it. */
export function SearchField(props: SearchFieldProps): JSX.Element {
  return (
    <label class="search-field">
      <SearchIcon class="icon" />
      <span class="visually-hidden">{props.label}</span>
      <input
        ref={(node) => props.ref?.(node)}
        type="search"
        value={props.value}
        placeholder={props.label}
        maxLength={props.maxLength ?? 200}
        autocomplete="off"
        autocapitalize="none"
        enterkeyhint="search"
        dir="auto"
        onInput={(event) => props.onInput(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') props.onInput('')
        }}
      />
    </label>
  )
}
