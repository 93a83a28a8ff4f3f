import './notices.css'
import CircleAlert from 'lucide-solid/icons/circle-alert'
import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import { RelativeTime } from './relative-time.tsx'

/** Props of {@link StatusLine}. */
export interface StatusLineProps {
  /** One sentence: "Everything connected", or which hop is down: this device, the relay, an orb. */
  readonly text: string
  /** True where something is down: icon and colour join the words. */
  readonly bad?: boolean | undefined
  /** The age of what is shown, ms since the epoch. */
  readonly asOf?: number | undefined
}

/** One line that says whether what is shown is true now. Announced politely when it changes. */
export function StatusLine(props: StatusLineProps): JSX.Element {
  return (
    <p class="status-line" classList={{ 'status-line-bad': props.bad === true }} role="status">
      <Show when={props.bad}>
        <CircleAlert class="icon" />
      </Show>
      <span>
        {props.text}
        <Show when={props.asOf}>
          {(asOf) => (
            <>
              {' · '}
              <RelativeTime at={asOf()} />
            </>
          )}
        </Show>
      </span>
    </p>
  )
}
