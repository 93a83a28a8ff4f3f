import type { JSX } from 'solid-js'
import { deviceWords } from './words.ts'

/** How a device without a key gets in. */
export function WaysIn(): JSX.Element {
  return (
    <>
      <a class="button button-primary button-wide" href="/pair">
        {deviceWords.toPair}
      </a>
      <a class="button button-outlined button-wide" href="/recover">
        {deviceWords.toRecover}
      </a>
    </>
  )
}
