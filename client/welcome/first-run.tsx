import { createSignal, Show, type JSX } from 'solid-js'
import { readLocal, writeLocal } from '../platform/local-storage.ts'
import type { WelcomeProps } from './welcome.tsx'

/** Props of {@link FirstRun}. */
export interface FirstRunProps {
  /** Whether what stands below the cards can be drawn. */
  readonly when: boolean
  /** Stands there until then. */
  readonly fallback: JSX.Element
  readonly children: JSX.Element
}

type Cards = (props: WelcomeProps) => JSX.Element

const KEY = 'perigee:welcomed'

/**
 * The cards of the first run, on a device that has not put them away, above what they introduce. Both come together:
 * cards that came later would push away what a finger is already on.
 */
export function FirstRun(props: FirstRunProps): JSX.Element {
  const isNew = isFirstRun()
  // Null: none are to be shown, or they cannot be had.
  const [cards, setCards] = createSignal<Cards | null | undefined>(isNew ? undefined : null)
  if (isNew) {
    void import('./welcome.tsx').then(
      (loaded) => setCards(() => loaded.default),
      () => setCards(null),
    )
  }
  function done(): void {
    setCards(null)
    writeLocal(KEY, '1')
  }
  return (
    <Show when={props.when && cards() !== undefined} fallback={props.fallback}>
      <Show when={cards()} keyed>
        {(Shown) => <Shown onDone={done} />}
      </Show>
      {props.children}
    </Show>
  )
}

/** Where nothing can be remembered, nothing is shown: better never than each time. */
function isFirstRun(): boolean {
  return readLocal(KEY) === null
}
