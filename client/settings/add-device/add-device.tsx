import './add-device.css'
import { createResource, createSignal, Show, type JSX } from 'solid-js'
import { RelayInfo } from '../../../shared/devices/pairing.ts'
import { api } from '../../platform/api.ts'
import { RosterGate } from '../roster-gate.tsx'
import { ChooseInvitee } from './choose-invitee.tsx'
import type { Invitee } from './invitee.ts'
import { InvitePage } from './invite-page.tsx'

/** Lets one more device in: for whom, then the invitation, then the numbers. */
export function AddDevice(): JSX.Element {
  const [invitee, setInvitee] = createSignal<Invitee>()
  // Without an answer the page goes by its own address.
  const [publicUrl] = createResource(async () =>
    api('GET', '/api/relay').then(
      ({ body }) => RelayInfo.parse(body).publicUrl,
      () => null,
    ),
  )
  return (
    <RosterGate>
      {(ready) => (
        <Show
          when={invitee()}
          keyed
          fallback={<ChooseInvitee roster={ready().roster} publicUrl={publicUrl()} onChosen={setInvitee} />}
        >
          {(chosen) => <InvitePage invitee={chosen} publicUrl={publicUrl() ?? null} onAgain={() => setInvitee()} />}
        </Show>
      )}
    </RosterGate>
  )
}
