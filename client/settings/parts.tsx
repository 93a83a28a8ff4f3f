import './settings.css'
import './forms.css'
import Check from 'lucide-solid/icons/check'
import Copy from 'lucide-solid/icons/copy'
import Info from 'lucide-solid/icons/info'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import { createSignal, createUniqueId, For, onCleanup, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { Button } from '../ui/button.tsx'
import { settingsWords } from './words.ts'

/** A part of a section: a heading, a sentence, and what it is about. */
export function Block(props: {
  readonly title?: string | undefined
  readonly text?: string | undefined
  readonly children?: JSX.Element
}): JSX.Element {
  return (
    <section class="settings-block">
      <Show when={props.title}>{(title) => <h2 class="settings-heading">{title()}</h2>}</Show>
      <Show when={props.text}>{(text) => <p class="settings-text">{text()}</p>}</Show>
      {props.children}
    </section>
  )
}

/** A sentence that stands out: what went wrong (`bad`), or what must be known first. */
export function Callout(props: { readonly bad?: boolean | undefined; readonly children: JSX.Element }): JSX.Element {
  return (
    <div class="settings-callout" classList={{ 'settings-callout-bad': props.bad === true }}>
      <Dynamic component={props.bad ? TriangleAlert : Info} class="icon" />
      <div>{props.children}</div>
    </div>
  )
}

/** What became of an action that failed; read out at once. */
export function Problem(props: { readonly text: string | null }): JSX.Element {
  return (
    <div role="alert">
      <Show when={props.text}>{(text) => <Callout bad>{text()}</Callout>}</Show>
    </div>
  )
}

/** One of several, of which exactly one is chosen. */
export interface Option<T extends string> {
  readonly value: T
  readonly name: string
  /** What choosing it means, in a sentence. */
  readonly text?: string | undefined
}

/** Props of {@link Choice}. */
export interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly options: readonly Option<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** Radio buttons with a sentence each. */
export function Choice<T extends string>(props: ChoiceProps<T>): JSX.Element {
  const name = createUniqueId()
  return (
    <fieldset class="settings-choice">
      <legend class="settings-label">{props.legend}</legend>
      <For each={props.options}>
        {(option) => (
          <label class="settings-option">
            <input
              type="radio"
              name={name}
              checked={props.value === option.value}
              onChange={() => props.onChange(option.value)}
            />
            <span>
              <span class="settings-option-name">{option.name}</span>
              <Show when={option.text}>{(text) => <span class="settings-text">{text()}</span>}</Show>
            </span>
          </label>
        )}
      </For>
    </fieldset>
  )
}

/** A labelled control; the label is the first line. */
export function Field(props: { readonly label: string; readonly children: JSX.Element }): JSX.Element {
  return (
    <label class="settings-field">
      <span class="settings-label">{props.label}</span>
      {props.children}
    </label>
  )
}

/** Copies a text, and says whether that worked. */
export function CopyButton(props: { readonly text: string; readonly label?: string | undefined }): JSX.Element {
  const [step, setStep] = createSignal<'copy' | 'copied' | 'copyFailed'>('copy')
  let timer: ReturnType<typeof setTimeout> | undefined
  onCleanup(() => clearTimeout(timer))
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(props.text)
      setStep('copied')
    } catch {
      // Refused by the browser, or no such thing on a page over plain http.
      setStep('copyFailed')
    }
    clearTimeout(timer)
    timer = setTimeout(() => setStep('copy'), 4_000)
  }
  return (
    <Button onPress={() => void copy()} icon={step() === 'copied' ? <Check class="icon" /> : <Copy class="icon" />}>
      <span aria-live="polite">{step() === 'copy' ? (props.label ?? settingsWords.copy) : settingsWords[step()]}</span>
    </Button>
  )
}

/** Facts in pairs: a name and what it is. */
export function Facts(props: { readonly facts: readonly (readonly [string, JSX.Element])[] }): JSX.Element {
  return (
    <dl class="settings-facts">
      <For each={props.facts}>
        {([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        )}
      </For>
    </dl>
  )
}
