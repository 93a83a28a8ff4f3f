import type { JSX } from 'solid-js'
import { shellWords } from './words.ts'

/** From a page that has nothing to show: to everything there is. */
export function ToFleet(): JSX.Element {
  return (
    <a class="button button-outlined" href="/">
      {shellWords.toFleet}
    </a>
  )
}

/** From a page without a question: to those that wait. */
export function ToInbox(): JSX.Element {
  return (
    <a class="button button-outlined" href="/inbox">
      {shellWords.toInbox}
    </a>
  )
}
