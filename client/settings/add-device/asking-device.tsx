import { For, onMount, type JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { createFingerGuard } from '../../ui/finger-guard.ts'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { Facts } from '../parts.tsx'
import type { Asking } from './judge.ts'
import { addDeviceWords as words } from './words.ts'

/** A device that asks to come in, as it describes itself, and what is done about it. */
export function AskingDevice(props: { readonly asking: Asking; readonly children: JSX.Element }): JSX.Element {
  let title: HTMLHeadingElement | undefined
  onMount(() => title?.focus())
  return (
    <>
      <h2 class="invite-title" tabindex="-1" ref={(node) => (title = node)}>
        {words.asks}
      </h2>
      <Facts
        facts={[
          [words.device, <RevealedText text={props.asking.device.name} />],
          [words.kind, words.kinds[props.asking.device.kind]],
          [words.address, <code>{props.asking.address}</code>],
          [words.by, props.asking.byLink ? words.byLink : words.byCode],
        ]}
      />
      {props.children}
    </>
  )
}

/** Props of {@link MatchNumbers}. */
export interface MatchNumbersProps {
  readonly choices: readonly string[]
  /** Null: none of them. */
  readonly onChoose: (number: string | null) => void
}

/** Three numbers, one of which the other screen shows. None is ready to be pressed at once. */
export function MatchNumbers(props: MatchNumbersProps): JSX.Element {
  const settled = createFingerGuard(() => props.choices)
  return (
    <section class="match" aria-label={words.which}>
      <h3 class="match-question">{words.which}</h3>
      <p class="settings-text">{words.whichText}</p>
      <div class="match-numbers">
        <For each={props.choices}>
          {(number) => (
            <Button class="match-number number" disabled={!settled()} onPress={() => props.onChoose(number)}>
              <span>{number.slice(0, 3)}</span> <span>{number.slice(3)}</span>
            </Button>
          )}
        </For>
      </div>
      <Button kind="quiet" wide disabled={!settled()} onPress={() => props.onChoose(null)}>
        {words.none}
      </Button>
    </section>
  )
}
