import './dialog.css'
import X from 'lucide-solid/icons/x'
import type { JSX } from 'solid-js'
import { createEffect, createUniqueId, onCleanup, Show } from 'solid-js'
import { Button } from './button.tsx'
import { uiWords } from './words.ts'

/** Props of {@link Dialog} and {@link Sheet}. */
export interface DialogProps {
  readonly open: boolean
  readonly title: string
  /** Asked for by Escape, the backdrop or the close button; the owner then sets `open` to false. */
  readonly onClose: () => void
  readonly children?: JSX.Element
}

/** A modal on the native `<dialog>`: the browser keeps the focus inside and gives it back. */
export function Dialog(props: DialogProps): JSX.Element {
  return <Modal {...props} class="dialog" />
}

/** A dialog that comes from the foot of the screen, within a thumb's reach. */
export function Sheet(props: DialogProps): JSX.Element {
  return <Modal {...props} class="dialog dialog-sheet" />
}

function Modal(props: DialogProps & { readonly class: string }): JSX.Element {
  const id = createUniqueId()
  let element: HTMLDialogElement | undefined
  let title: HTMLHeadingElement | undefined
  // A touch that opened the dialog ends in a click on it; only what began on the backdrop closes it.
  let downOnBackdrop = false

  createEffect(() => {
    if (props.open && !element?.open) {
      element?.showModal()
      // Never a button by default: Enter right after opening must decide nothing.
      title?.focus()
    }
    if (!props.open && element?.open) element.close()
  })
  onCleanup(() => element?.close())

  return (
    <dialog
      ref={(node) => (element = node)}
      class={props.class}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      onClose={() => {
        if (props.open) props.onClose()
      }}
      onPointerDown={(event) => (downOnBackdrop = event.target === event.currentTarget)}
      onClick={(event) => {
        if (downOnBackdrop && event.target === event.currentTarget) props.onClose()
        downOnBackdrop = false
      }}
    >
      <Show when={props.open}>
        <div class="dialog-content">
          <div class="dialog-head">
            <h2 class="dialog-title" id={id} tabindex="-1" ref={(node) => (title = node)}>
              {props.title}
            </h2>
            <Button kind="icon" label={uiWords.close} onPress={() => props.onClose()}>
              <X class="icon" />
            </Button>
          </div>
          {props.children}
        </div>
      </Show>
    </dialog>
  )
}
