import { createResource, For, Show, type JSX } from 'solid-js'
import { RelayInfo } from '../../shared/devices/pairing.ts'
import { askRelay } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Door } from './door.tsx'
import { sessionState } from './session.ts'
import { deviceWords } from './words.ts'

/** Where a browser cannot hold a key: why, and what to do about it. */
export function UnablePage(): JSX.Element {
  const [publicUrl] = createResource(httpsAddress)
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
      <Door
        title={deviceWords.insecure}
        text={deviceWords.insecureText(location.host)}
        actions={
          <Show when={publicUrl()}>
            {(url) => (
              <a class="button button-primary button-wide" href={url() + location.pathname}>
                {deviceWords.openSecurely(new URL(url()).host)}
              </a>
            )}
          </Show>
        }
      >
        <ul class="door-list">
          <For each={deviceWords.insecureHow}>{(way) => <li>{way}</li>}</For>
        </ul>
      </Door>
    </Show>
  )
}

/** The relay's own https address, where it has one. */
async function httpsAddress(): Promise<string | null> {
  try {
    const url = RelayInfo.parse((await askRelay('GET', '/api/relay')).body).publicUrl
    return url !== null && new URL(url).protocol === 'https:' ? url.replace(/\/$/, '') : null
  } catch {
    return null
  }
}
