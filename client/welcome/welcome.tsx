import './welcome.css'
import BellRing from 'lucide-solid/icons/bell-ring'
import Smartphone from 'lucide-solid/icons/smartphone'
import ShieldCheck from 'lucide-solid/icons/shield-check'
import { createSignal, Show, type Component, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { Button } from '../ui/button.tsx'
import { InstallSteps } from './install-steps.tsx'
import { welcomeWords as words } from './words.ts'

const ICONS: readonly Component<{ class?: string }>[] = [BellRing, ShieldCheck, Smartphone]

/** Props of {@link Welcome}. */
export interface WelcomeProps {
  /** The cards are put away, read or not. */
  readonly onDone: () => void
}

/** What a device shows once, above its fleet: three cards, which never stand between a person and a question. */
export default function Welcome(props: WelcomeProps): JSX.Element {
  const [at, setAt] = createSignal(0)
  let heading: HTMLHeadingElement | undefined
  const card = (): (typeof words.cards)[number] | undefined => words.cards[at()]
  const isLast = (): boolean => at() === words.cards.length - 1

  function next(): void {
    if (isLast()) return props.onDone()
    setAt(at() + 1)
    heading?.focus()
  }

  return (
    <section class="welcome" aria-label={words.title}>
      <Dynamic component={ICONS[at()] ?? BellRing} class="icon" />
      <div class="welcome-text">
        <p class="welcome-place number">{words.place(at() + 1, words.cards.length)}</p>
        <h2 tabindex="-1" ref={(node) => (heading = node)}>
          {card()?.title}
        </h2>
        <p>{card()?.text}</p>
        <Show when={isLast()}>
          <InstallSteps />
        </Show>
        <div class="welcome-actions">
          <Show when={!isLast()}>
            <Button kind="quiet" onPress={() => props.onDone()}>
              {words.skip}
            </Button>
          </Show>
          <Button kind="primary" onPress={next}>
            {isLast() ? words.done : words.next}
          </Button>
        </div>
      </div>
    </section>
  )
}
