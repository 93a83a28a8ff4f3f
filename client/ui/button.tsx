import './button.css'
import type { JSX } from 'solid-js'
import { Show } from 'solid-js'

/** `primary`: ink on paper reversed, one a screen. `danger`: outlined in the failed colour. `icon`: a square. */
export type ButtonKind = 'primary' | 'outlined' | 'quiet' | 'icon' | 'danger'

/** Props of {@link Button}. */
export interface ButtonProps {
  /** `outlined` where not given. */
  readonly kind?: ButtonKind | undefined
  /** Called for tap, click, Enter and Space; never while disabled. */
  readonly onPress: () => void
  /** It keeps its focus and is announced as unavailable. Say why beside it. */
  readonly disabled?: boolean | undefined
  readonly wide?: boolean | undefined
  /** Needed where the children are an icon alone. */
  readonly label?: string | undefined
  readonly icon?: JSX.Element
  readonly expanded?: boolean | undefined
  readonly pressed?: boolean | undefined
  /** Sends the form that it stands in; what then happens is the form's to say. */
  readonly submit?: boolean | undefined
  readonly class?: string | undefined
  readonly children?: JSX.Element
}

/** A button of at least 48 px. `aria-disabled` instead of `disabled`: a focus must not fall to the body. */
export function Button(props: ButtonProps): JSX.Element {
  return (
    <button
      type={props.submit ? 'submit' : 'button'}
      class={`button button-${props.kind ?? 'outlined'} ${props.class ?? ''}`}
      classList={{ 'button-wide': props.wide === true }}
      aria-disabled={props.disabled ? 'true' : undefined}
      aria-label={props.label}
      title={props.kind === 'icon' ? props.label : undefined}
      aria-expanded={props.expanded}
      aria-pressed={props.pressed}
      onClick={() => {
        if (!props.disabled) props.onPress()
      }}
    >
      <Show when={props.icon}>{props.icon}</Show>
      {props.children}
    </button>
  )
}
