import './notices.css'
import Eye from 'lucide-solid/icons/eye'
import type { JSX } from 'solid-js'
import { uiWords } from './words.ts'

/** In place of controls that a person may not use: one calm sentence. */
export function LookOnly(props: { readonly text?: string | undefined }): JSX.Element {
  return (
    <p class="look-only">
      <Eye class="icon" />
      <span>{props.text ?? uiWords.lookOnly}</span>
    </p>
  )
}
