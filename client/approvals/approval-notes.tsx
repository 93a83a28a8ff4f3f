import Unplug from 'lucide-solid/icons/unplug'
import type { JSX } from 'solid-js'
import { Show } from 'solid-js'
import { RelativeTime } from '../ui/relative-time.tsx'
import type { OrbFacts } from './approval-card.tsx'
import { approvalWords } from './words.ts'

/** What a person must know of the orb and the device before answering. */
export function ApprovalNotes(props: { readonly orb: OrbFacts; readonly connected: boolean }): JSX.Element {
  return (
    <ul role="list" class="approval-notes">
      <Show when={!props.connected}>
        <li class="approval-note approval-note-bad">
          <Unplug class="icon" />
          <span>{approvalWords.offline}</span>
        </li>
      </Show>
      <Show when={props.orb.awaySince}>
        {(since) => (
          <li class="approval-note">
            <Unplug class="icon" />
            <span>
              {approvalWords.away} <RelativeTime at={since()} />
            </span>
          </li>
        )}
      </Show>
    </ul>
  )
}
