import { createSignal, For, Show, type JSX } from 'solid-js'
import type { Grant } from '../../../shared/people/grants.ts'
import { useApp } from '../../devices/app-context.ts'
import { relayNow } from '../../devices/relay-clock.ts'
import { knownSession } from '../../devices/session.ts'
import { SignOutDialog } from '../../devices/sign-out-dialog.tsx'
import { LanguageChoice } from '../../i18n/language-choice.tsx'
import { applyTheme, storedTheme, type Theme } from '../../look/theme.ts'
import { Button } from '../../ui/button.tsx'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { grantLine } from '../people/grant-words.ts'
import { Block, Choice, Facts } from '../parts.tsx'
import { thisDeviceWords as words } from './words.ts'

const THEMES: readonly Theme[] = ['system', 'light', 'dark']

/** Who this device is, what its person may do, how it looks, and the way out. */
export function ThisDevice(): JSX.Element {
  const { session, fleet } = useApp()
  const [theme, setTheme] = createSignal(storedTheme())
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
      <Block>
        <Choice
          legend={words.look}
          options={THEMES.map((value) => ({ value, name: words.themes[value] }))}
          value={theme()}
          onChange={(value) => {
            setTheme(value)
            applyTheme(value)
          }}
        />
        <LanguageChoice />
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
