import { createResource, Show, type JSX } from 'solid-js'
import { Door } from './door.tsx'
import { forgetEverything } from './forget.ts'
import { deviceWords } from './words.ts'

/** This device counts no more: whoever holds it now must find nothing. What was kept is cleared at once, unasked. */
export function RevokedPage(): JSX.Element {
  const [cleared] = createResource(async () => {
    await forgetEverything()
    return true
  })
  return (
    <Door
      title={deviceWords.revoked}
      text={cleared() ? deviceWords.revokedText : deviceWords.revokedClearing}
      actions={
        <Show when={cleared()}>
          <a class="button button-primary button-wide" href="/pair">
            {deviceWords.toPair}
          </a>
        </Show>
      }
    />
  )
}
