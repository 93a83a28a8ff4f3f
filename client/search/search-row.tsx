import { For, type JSX } from 'solid-js'
import type { SearchHit } from '../../shared/search/search.ts'
import { byName } from '../i18n/translated.ts'
import { threadTitle } from '../threads/thread-title.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { searchWords as words } from './words.ts'

/** One entry that was found, as a link to its place: where it is, when it was, and the words around what was looked for. */
export function SearchRow(props: { readonly hit: SearchHit; readonly orb: string | undefined }): JSX.Element {
  const href = (): string => `/o/${props.hit.orbId}/t/${props.hit.threadId}#${props.hit.position}`
  return (
    <li>
      <a class="search-hit" href={href()}>
        <span class="search-place">
          <strong dir="auto">
            <RevealedText text={threadTitle({ title: props.hit.threadTitle })} prose />
          </strong>
          <span class="search-orb" dir="auto">
            <RevealedText text={props.orb ?? words.orbGone} />
          </span>
          <RelativeTime at={props.hit.at} />
        </span>
        <span class="search-text" dir="auto">
          <span class="search-kind">{byName(words.kinds)[props.hit.kind] ?? words.otherKind}</span>{' '}
          <For each={props.hit.excerpt}>
            {(part) =>
              part.found ? (
                <mark>
                  <RevealedText text={part.text} prose />
                </mark>
              ) : (
                <RevealedText text={part.text} prose />
              )
            }
          </For>
        </span>
      </a>
    </li>
  )
}
