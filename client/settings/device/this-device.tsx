import { createSignal, For, Show, type JSX } from 'solid-js'
import type { Grant } from '../../../shared/people/grants.ts'
import { useApp } from '../../devices/app-context.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { knownSession } from '../../devices/session.ts'
import { SignOutDialog } from '../../devices/sign-out-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { grantLine } from '../people/grant-words.ts'
import { Block, Facts } from '../parts.tsx'
import { thisDeviceWords as words } from './words.ts'

/** Who this device is, what its person may do, and the way out. */
export function ThisDevice(): JSX.Element {
  const { session, fleet } = useApp()
  const [leaving, setLeaving] = createSignal(false)
  // Grants change while the page is open; names do so only with another sign-in.
  const grants = (): readonly Grant[] => (knownSession() ?? session).grants
  const titleOf = (orbId: string): string | undefined => fleet.orbs[orbId]?.title
  return (
    <>
      <Block>
        <Facts
          facts={[
            [words.you, <RevealedText text={session.personName} />],
            [words.name, <RevealedText text={session.deviceName} />],
          ]}
        />
      </Block>
      <Block title={words.rights}>
        <Show when={grants().length > 0} fallback={<p class="settings-text">{words.none}</p>}>
          <ul class="settings-list" role="list">
            <For each={grants()}>
              {(grant) => (
                <li class="settings-line">
                  <RevealedText text={grantLine(grant, titleOf, relayNow())} prose />
                </li>
              )}
            </For>
          </ul>
        </Show>
      </Block>
      <Block title={words.signOut} text={words.signOutText}>
        <Button kind="danger" onPress={() => setLeaving(true)}>
          {words.signOut}
        </Button>
      </Block>
      <SignOutDialog open={leaving()} onClose={() => setLeaving(false)} />
    </>
  )
}
