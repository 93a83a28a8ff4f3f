import { Show, type JSX } from 'solid-js'
import type { DeviceActivity } from '../../../shared/devices/pairing.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { deviceListWords as words } from './words.ts'

/** When one device was last here, as the relay says. */
export type Seen = DeviceActivity['devices'][number]

/** "connected", "last seen 2 min ago" or "not seen yet". */
export function SeenWords(props: { readonly seen: Seen | undefined }): JSX.Element {
  return (
    <Show when={props.seen?.connected !== true} fallback={<span class="settings-good">{words.connected}</span>}>
      <Show when={props.seen?.lastSeenAt} fallback={words.never}>
        {(at) => (
          <>
            {words.lastSeen} <RelativeTime at={at()} ago />
          </>
        )}
      </Show>
    </Show>
  )
}
