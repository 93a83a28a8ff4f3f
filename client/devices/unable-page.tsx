import { For, Show, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { Door } from './door.tsx'
import { sessionState } from './session.ts'
import { deviceWords } from './words.ts'

/** Where a browser cannot hold a key: why, and what to do about it. */
export function UnablePage(): JSX.Element {
  const insecure = (): boolean => {
    const now = sessionState()
    return now.state !== 'unable' || now.why === 'insecure'
  }
  return (
    <Show
      when={insecure()}
      fallback={
        <Door
          title={deviceWords.noStorage}
          text={deviceWords.noStorageText}
          actions={
            <Button kind="primary" wide onPress={() => location.reload()}>
              {deviceWords.again}
            </Button>
          }
        />
      }
    >
      <Door title={deviceWords.insecure} text={deviceWords.insecureText(location.host)}>
        <ul class="door-list">
          <For each={deviceWords.insecureHow}>{(way) => <li>{way}</li>}</For>
        </ul>
      </Door>
    </Show>
  )
}
