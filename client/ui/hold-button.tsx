import './hold-button.css'
import type { JSX } from 'solid-js'
import { createEffect, createSignal, onCleanup, Show } from 'solid-js'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { createFingerGuard } from './finger-guard.ts'
import type { Hold, HoldInput } from './hold.ts'
import { HOLD_MS, holdStep } from './hold.ts'
import { uiWords } from './words.ts'

/** Props of {@link HoldButton}. */
export interface HoldButtonProps {
  /** Fires on release after a full hold, or by a second press in the dialog. */
  readonly onConfirm: () => void
  readonly disabled?: boolean | undefined
  /** On the button: "Hold: allow". */
  readonly label: string
  /** On the button once the hold is long enough: "Release: allow". */
  readonly readyLabel: string
  /** The dialog's question: "Allow this?". */
  readonly question: string
  /** On the dialog's button: "Allow once". */
  readonly confirmLabel: string
  /** What would happen, shown whole in the dialog. */
  readonly subject?: JSX.Element
  readonly wide?: boolean | undefined
}

/**
 * A button for what cannot be undone: hold it about a second, or press it once (by finger, key or switch) and
 * confirm in a dialog. Both ways take two deliberate acts.
 */
export function HoldButton(props: HoldButtonProps): JSX.Element {
  const [hold, setHold] = createSignal<Hold>({ state: 'rest' })
  const [ready, setReady] = createSignal(false)
  const [asking, setAsking] = createSignal(false)
  // The tap that opens the dialog may end on it, and must not confirm.
  const settled = createFingerGuard(asking)
  let timer: ReturnType<typeof setTimeout> | undefined
  // A pointer's release is followed by a click, which must not count as a key's.
  let byPointer = false
  onCleanup(() => clearTimeout(timer))
  // What is under the finger may have changed, so the hold is seen to end; its release asks, where it may by then.
  createEffect(() => {
    if (!props.disabled || hold().state === 'rest') return
    byPointer = false
    take({ type: 'cancel' })
  })

  function take(input: HoldInput): void {
    const step = holdStep(hold(), input)
    setHold(step.hold)
    if (input.type === 'down') timer = setTimeout(becomeReady, HOLD_MS)
    if (step.hold.state === 'rest') {
      clearTimeout(timer)
      setReady(false)
    }
    if (props.disabled) return
    if (step.effect === 'fire') props.onConfirm()
    if (step.effect === 'confirm') setAsking(true)
  }

  function becomeReady(): void {
    setReady(true)
    // An extra where the device has it (not on iOS); the word and the fill say the same.
    if ('vibrate' in navigator) navigator.vibrate(15)
  }

  return (
    <>
      <button
        type="button"
        class="button hold"
        classList={{
          'button-wide': props.wide === true,
          'hold-holding': hold().state === 'holding',
          'hold-ready': ready(),
        }}
        style={{ '--hold-time': `${HOLD_MS}ms` }}
        aria-disabled={props.disabled ? 'true' : undefined}
        aria-haspopup="dialog"
        onPointerDown={(event) => {
          if (props.disabled || event.button !== 0) return
          byPointer = true
          event.currentTarget.setPointerCapture(event.pointerId)
          take({ type: 'down', at: event.timeStamp })
        }}
        onPointerMove={(event) => {
          if (hold().state === 'holding') take({ type: 'move', inside: isInside(event) })
        }}
        onPointerUp={(event) => take({ type: 'up', at: event.timeStamp, inside: isInside(event) })}
        onPointerCancel={() => {
          // No click follows, so the next one is a key's.
          byPointer = false
          take({ type: 'cancel' })
        }}
        onContextMenu={(event) => event.preventDefault()}
        onClick={() => {
          if (!byPointer && !props.disabled) setAsking(true)
          byPointer = false
        }}
      >
        <span class="hold-fill" aria-hidden="true" />
        {ready() ? props.readyLabel : props.label}
      </button>
      <Dialog open={asking()} title={props.question} onClose={() => setAsking(false)}>
        {props.subject}
        <div class="dialog-actions">
          <Button onPress={() => setAsking(false)}>{uiWords.cancel}</Button>
          <Show when={asking()}>
            <Button
              kind="danger"
              disabled={!settled()}
              onPress={() => {
                setAsking(false)
                if (!props.disabled) props.onConfirm()
              }}
            >
              {props.confirmLabel}
            </Button>
          </Show>
        </div>
      </Dialog>
    </>
  )
}

function isInside(event: PointerEvent & { readonly currentTarget: HTMLElement }): boolean {
  const box = event.currentTarget.getBoundingClientRect()
  return (
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom
  )
}
