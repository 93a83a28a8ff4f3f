import './composer.css'
import { createSignal, For, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { composerWords } from './words.ts'

/** A text that found no place on the relay's desk. */
export interface TextAside {
  readonly id: string
  readonly text: string
}

/** Props of {@link SetAsideList}. */
export interface SetAsideListProps<T extends TextAside> {
  readonly texts: readonly T[]
  readonly onDrop: (text: T) => void
}

/** Texts that are kept on this device alone, each with the ways to take it elsewhere. */
export function SetAsideList<T extends TextAside>(props: SetAsideListProps<T>): JSX.Element {
  return (
    <For each={props.texts}>
      {(aside) => (
        <div class="queue-late" role="alert">
          <p>{composerWords.aside}</p>
          <p class="queue-late-text" dir="auto">
            {aside.text.slice(0, SHOWN_CHARS)}
          </p>
          <div class="queue-late-actions">
            <Copy text={aside.text} />
            <Button onPress={() => saveAsFile(aside)}>{composerWords.saveFile}</Button>
            <Button kind="quiet" onPress={() => props.onDrop(aside)}>
              {composerWords.remove}
            </Button>
          </div>
        </div>
      )}
    </For>
  )
}

/** More of a long text would push the field off a phone's screen; the copy and the file are whole. */
const SHOWN_CHARS = 2000

function Copy(props: { readonly text: string }): JSX.Element {
  const [step, setStep] = createSignal<'copy' | 'copied' | 'copyFailed'>('copy')
  const copy = async (): Promise<void> => {
    const done = await navigator.clipboard.writeText(props.text).then(
      () => true,
      () => false,
    )
    setStep(done ? 'copied' : 'copyFailed')
  }
  return <Button onPress={() => void copy()}>{composerWords[step()]}</Button>
}

function saveAsFile(aside: TextAside): void {
  const url = URL.createObjectURL(new Blob([aside.text], { type: 'text/plain;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `perigee-${aside.id}.txt`
  link.click()
  // Safari reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
