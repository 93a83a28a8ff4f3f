import './phrase.css'
import Copy from 'lucide-solid/icons/copy'
import Printer from 'lucide-solid/icons/printer'
import { createSignal, For, onCleanup, onMount, Show, type JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { Door } from '../door.tsx'
import { dropPhrase, type HeldPhrase } from './held-phrase.ts'
import { phraseWords } from './words.ts'

/** Shows a new recovery phrase, once. Leaving the page before it is written down is asked about. */
export default function PhrasePage(props: { readonly held: HeldPhrase }): JSX.Element {
  const [note, setNote] = createSignal('')
  const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
  onMount(() => {
    window.addEventListener('beforeunload', warn)
    onCleanup(() => window.removeEventListener('beforeunload', warn))
  })

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(props.held.phrase)
      setNote(phraseWords.copied)
    } catch {
      setNote(phraseWords.notCopied)
    }
  }

  return (
    <Door
      title={phraseWords.title}
      text={phraseWords.text}
      actions={
        <Button kind="primary" wide onPress={dropPhrase}>
          {phraseWords.done}
        </Button>
      }
    >
      <Show when={props.held.replaces}>
        <p>{phraseWords.before}</p>
      </Show>
      <ol class="phrase" role="list" aria-label={phraseWords.label}>
        <For each={props.held.phrase.split(' ')}>
          {(word, index) => (
            <li class="phrase-word">
              <span class="phrase-number number" aria-hidden="true">
                {index() + 1}
              </span>
              {word}
            </li>
          )}
        </For>
      </ol>
      <div class="phrase-tools">
        <Button icon={<Copy class="icon" />} onPress={() => void copy()}>
          {phraseWords.copy}
        </Button>
        <Button icon={<Printer class="icon" />} onPress={() => window.print()}>
          {phraseWords.print}
        </Button>
        <span class="phrase-note" role="status">
          {note()}
        </span>
      </div>
    </Door>
  )
}
