import './door.css'
import CircleAlert from 'lucide-solid/icons/circle-alert'
import { Show, type JSX } from 'solid-js'

/** What went wrong, said where the next press will be, and read out at once. Nothing while nothing did. */
export function Problem(props: { readonly text: string | null }): JSX.Element {
  return (
    <div role="alert">
      <Show when={props.text}>
        {(text) => (
          <p class="door-problem">
            <CircleAlert class="icon" />
            <span>{text()}</span>
          </p>
        )}
      </Show>
    </div>
  )
}
