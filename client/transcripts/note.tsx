import './note.css'
import ScrollText from 'lucide-solid/icons/scroll-text'
import { Show, type JSX } from 'solid-js'
import type { NoteBody } from '../../shared/notes/notes.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import { metricWords, progressShare } from './note-value.ts'
import { transcriptWords } from './words.ts'

/** What a script wrote by a note token: always shown as a script's, whatever it says. */
export function Note(props: { readonly note: NoteBody }): JSX.Element {
  return (
    <div class="entry script-note">
      <ScrollText class="icon" />
      <div class="note-main">
        <p class="note-by">
          {transcriptWords.script} <RevealedText text={props.note.by} />
        </p>
        <p class="entry-text" dir="auto">
          <RevealedText text={props.note.text} prose />
          <Show when={props.note.note === 'metric' && metricWords(props.note.value)}>
            {(value) => (
              <>
                {' '}
                <strong class="number note-metric">{value()}</strong>
              </>
            )}
          </Show>
        </p>
        <Show when={props.note.note === 'progress' && progressShare(props.note.value)}>
          {(share) => (
            <p class="note-progress">
              <progress max="100" value={share().percent} aria-label={transcriptWords.progress} />
              <span class="number">{share().percent} %</span>
            </p>
          )}
        </Show>
      </div>
    </div>
  )
}
