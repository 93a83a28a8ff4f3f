import { For, type JSX } from 'solid-js'
import { splitWords } from '../../ui/split-words.ts'
import { Callout } from '../parts.tsx'
import { addDeviceWords as words } from './words.ts'

/** What is typed stays in one piece. */
const FLAG = '--public-url'

/** Why a phone cannot be added yet, and what to do about it. */
export function NeedsHttps(): JSX.Element {
  return (
    <Callout>
      <p>
        <strong>{words.needsHttps}</strong>
      </p>
      <p>{words.needsHttpsText}</p>
      <p>
        <For each={splitWords(words.needsHttpsHow, [FLAG])}>
          {(part) => (part.found ? <code class="settings-flag">{part.text}</code> : part.text)}
        </For>
      </p>
    </Callout>
  )
}
