import type { JSX } from 'solid-js'
import { Callout } from '../parts.tsx'
import { addDeviceWords as words } from './words.ts'

/** Why a phone cannot be added yet, and what to do about it. */
export function NeedsHttps(): JSX.Element {
  return (
    <Callout>
      <p>
        <strong>{words.needsHttps}</strong>
      </p>
      <p>{words.needsHttpsText}</p>
      <p>{words.needsHttpsHow}</p>
    </Callout>
  )
}
