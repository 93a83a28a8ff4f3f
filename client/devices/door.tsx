import './door.css'
import { onMount, Show, type JSX } from 'solid-js'
import { Mark } from '../look/dial.tsx'

/** Props of {@link Door}. */
export interface DoorProps {
  readonly title: string
  /** What happened or what to do, in a sentence or two. */
  readonly text?: string | undefined
  /** What a person can do: at the foot of a phone, within a thumb's reach. The first is the one most wanted. */
  readonly actions?: JSX.Element
  /** Leaves the focus where it is: for what is gone within a moment. */
  readonly quiet?: boolean | undefined
  /** Makes the step a form, for its fields and the submitting button among its actions. */
  readonly onSubmit?: (() => void) | undefined
  readonly children?: JSX.Element
}

/** One step of a way in or out: a page of its own, without the fleet around it. Its title takes the focus. */
export function Door(props: DoorProps): JSX.Element {
  let title: HTMLHeadingElement | undefined
  onMount(() => {
    if (!props.quiet) title?.focus()
  })
  return (
    <main class="door">
      <Mark size={40} />
      <h1 class="door-title" tabindex="-1" ref={(node) => (title = node)}>
        {props.title}
      </h1>
      <Show when={props.text}>
        <p class="door-text">{props.text}</p>
      </Show>
      <Show when={props.onSubmit} fallback={<Body {...props} />}>
        <form
          class="door-form"
          novalidate
          onSubmit={(event) => {
            event.preventDefault()
            props.onSubmit?.()
            // What is wrong has been marked by now; whoever cannot see the colour is led there.
            event.currentTarget.querySelector<HTMLElement>('[aria-invalid]')?.focus()
          }}
        >
          <Body {...props} />
        </form>
      </Show>
    </main>
  )
}

function Body(props: DoorProps): JSX.Element {
  return (
    <>
      <div class="door-content">{props.children}</div>
      <Show when={props.actions}>
        <div class="door-actions">{props.actions}</div>
      </Show>
    </>
  )
}
