import './four-state-button.css'
import Check from 'lucide-solid/icons/check'
import CheckCheck from 'lucide-solid/icons/check-check'
import LoaderCircle from 'lucide-solid/icons/loader-circle'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import type { Component, JSX } from 'solid-js'
import { Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { ButtonKind } from './button.tsx'
import { Button } from './button.tsx'
import type { Progress } from './progress.ts'
import { isUnderWay } from './progress.ts'

/** What the button says in each state. */
export type ProgressWords = Readonly<Record<Progress, string>>

/** Props of {@link FourStateButton}. */
export interface FourStateButtonProps {
  readonly progress: Progress
  readonly words: ProgressWords
  readonly onPress: () => void
  readonly kind?: ButtonKind | undefined
  readonly disabled?: boolean | undefined
  readonly wide?: boolean | undefined
}

const icons: Partial<Record<Progress, Component<{ class?: string }>>> = {
  sending: LoaderCircle,
  recorded: Check,
  applied: CheckCheck,
  failed: TriangleAlert,
}

/** A button that tells the truth about what became of its press: idle, sending, recorded, applied, or failed and free again. */
export function FourStateButton(props: FourStateButtonProps): JSX.Element {
  return (
    <Button
      kind={props.kind}
      class={`four-state four-state-${props.progress}`}
      wide={props.wide}
      disabled={props.disabled || isUnderWay(props.progress)}
      onPress={() => props.onPress()}
    >
      <Show when={icons[props.progress]}>{(icon) => <Dynamic component={icon()} class="icon" />}</Show>
      {/* A live region inside: the change is read out without moving the focus. */}
      <span aria-live="polite">{props.words[props.progress]}</span>
    </Button>
  )
}
