import './welcome.css'
import { createSignal, For, Match, Show, Switch, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { canInstall, install, installPlace, isInstalled, type InstallPlace } from './install-prompt.ts'
import { welcomeWords as words } from './words.ts'

const PLACES: readonly InstallPlace[] = ['ios', 'android', 'desktop']

/** How the app is installed on this device, and on the others for who asks for them. */
export function InstallSteps(): JSX.Element {
  const [place, setPlace] = createSignal(installPlace())
  return (
    <div class="install">
      <Switch>
        <Match when={isInstalled()}>
          <p>{words.installed}</p>
        </Match>
        <Match when={canInstall()}>
          <Button kind="primary" onPress={() => void install()}>
            {words.install}
          </Button>
        </Match>
      </Switch>
      <div class="install-places" role="group" aria-label={words.places}>
        <For each={PLACES}>
          {(one) => (
            <button type="button" aria-pressed={place() === one} onClick={() => setPlace(one)}>
              {words.placeNames[one]}
            </button>
          )}
        </For>
      </div>
      <Show when={place()} keyed>
        {(shown) => (
          <ol class="install-steps">
            <For each={words.steps[shown]}>{(step) => <li>{step}</li>}</For>
          </ol>
        )}
      </Show>
    </div>
  )
}
