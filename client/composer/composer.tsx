import './composer.css'
import Paperclip from 'lucide-solid/icons/paperclip'
import ArrowUp from 'lucide-solid/icons/arrow-up'
import ListPlus from 'lucide-solid/icons/list-plus'
import Square from 'lucide-solid/icons/square'
import type { JSX } from 'solid-js'
import { createEffect, createMemo, createSignal, createUniqueId, lazy, on, Show, Suspense } from 'solid-js'
import { LIMITS } from '../../shared/limits.ts'
import { Button } from '../ui/button.tsx'
import type { Progress } from '../ui/progress.ts'
import { isUnderWay } from '../ui/progress.ts'
import { RevealedText } from '../ui/revealed-text.tsx'
import type { Attachments } from './attachments/attachments.ts'
import type { FileBeside } from './attachments/draft-files.ts'
import { attachmentWords } from './attachments/words.ts'
import type { CompletionControl, CompletionSources } from './completion/completion.tsx'
import { hintOf, type Offer } from './completion/offers.ts'
import { tokenAt, type Token } from './completion/token-at.ts'
import { composerWords } from './words.ts'

const AttachmentList = lazy(() => import('./attachments/attachment-list.tsx'))
const AttachSheet = lazy(() => import('./attachments/attach-sheet.tsx'))
const Completion = lazy(() => import('./completion/completion.tsx'))

/** Props of {@link Composer}. */
export interface ComposerProps {
  /** The thread's draft. */
  readonly text: string
  readonly onText: (text: string) => void
  /** Called with text that is not blank, or with files. The owner empties the draft when it has the text safe. */
  readonly onSubmit: () => void
  /** `send`: it would begin at once. `queue`: it waits its turn, and goes by itself. */
  readonly mode: 'send' | 'queue'
  /** Whether a run goes on that can be stopped. */
  readonly running: boolean
  readonly onStop: () => void
  readonly stopping: Progress
  /** A sentence above the field: why it would queue, or what became of the last message. */
  readonly note?: string | undefined
  readonly noteBad?: boolean | undefined
  /** False where this person may not write, with the reason in `note`. */
  readonly enabled?: boolean | undefined
  /** What words at the caret can be completed to; without it nothing is offered. */
  readonly complete?: CompletionSources | undefined
  /** Files that go with the message; without it none can. */
  readonly attachments?: Attachments | undefined
  /** The queue's list, between note and field. */
  readonly children?: JSX.Element
}

/** Where people write to the agent. It grows with the text; Enter sends where there is a real keyboard. */
export function Composer(props: ComposerProps): JSX.Element {
  let field: HTMLTextAreaElement | undefined
  const beside = (): readonly FileBeside[] => props.attachments?.list() ?? []
  const blank = (): boolean => props.text.trim() === '' && (props.attachments?.sendable().length ?? 0) === 0
  /** The agent would refuse it: said beside the field, before anything goes. */
  const notTaken = (): string | null => props.attachments?.notTaken() ?? null
  const [attaching, setAttaching] = createSignal<boolean>()
  const enabled = (): boolean => props.enabled !== false
  const id = createUniqueId()
  const [caret, setCaret] = createSignal(0)
  const [control, setControl] = createSignal<CompletionControl | null>(null)
  /** The text in which the list was closed by hand: it opens again with the next letter. */
  const [closedIn, setClosedIn] = createSignal<string | null>(null)
  const token = createMemo((): Token | null => {
    const complete = props.complete
    if (complete === undefined || !enabled() || closedIn() === props.text) return null
    const found = tokenAt(props.text, Math.min(caret(), props.text.length))
    const offered = found?.kind === 'command' ? complete.commands.length > 0 : complete.readFolder !== null
    return offered ? found : null
  })
  const hint = createMemo(() => (props.complete === undefined ? null : hintOf(props.complete.commands, props.text)))
  createEffect(
    on(
      () => props.text,
      () => fit(field),
    ),
  )

  function accept(offer: Offer, { from, to }: Token): void {
    const at = from + offer.insert.length
    // A blank that stands there already is not doubled.
    const rest = props.text.slice(to)
    props.onText(
      props.text.slice(0, from) + offer.insert + (offer.insert.endsWith(' ') ? rest.replace(/^ /, '') : rest),
    )
    setCaret(at)
    queueMicrotask(() => {
      field?.focus()
      field?.setSelectionRange(at, at)
    })
  }

  function addFiles(list: FileList | null | undefined, event: Event): void {
    if (props.attachments === undefined || !enabled() || list === null || list === undefined || list.length === 0)
      return
    event.preventDefault()
    void props.attachments.add([...list])
  }

  function submit(): void {
    if (!blank() && enabled() && notTaken() === null) props.onSubmit()
    field?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.isComposing && control()?.key(event) === true) {
      event.preventDefault()
      return
    }
    if (event.key !== 'Enter' || event.isComposing) return
    const asked = event.metaKey || event.ctrlKey
    if (!asked && (event.shiftKey || event.altKey || isTouch())) return
    event.preventDefault()
    submit()
  }

  return (
    <div
      class="composer"
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
      }}
      onDrop={(event) => addFiles(event.dataTransfer?.files, event)}
    >
      {props.children}
      <Show when={token()}>
        {(found) => (
          <Suspense>
            <Completion
              id={id}
              token={found()}
              sources={props.complete ?? NOTHING}
              onAccept={accept}
              onClose={() => setClosedIn(props.text)}
              control={setControl}
            />
          </Suspense>
        )}
      </Show>
      <Show when={beside().length > 0}>
        <Suspense>
          <AttachmentList
            files={beside()}
            onRemove={(file) => props.attachments?.remove(file)}
            onRetry={(file) => props.attachments?.retry(file)}
          />
        </Suspense>
      </Show>
      <Show when={notTaken() ?? props.attachments?.problem()}>
        {(text) => (
          <p class="composer-note composer-note-bad" role="alert">
            <RevealedText text={text()} prose />
          </p>
        )}
      </Show>
      <Show when={hint() ?? props.attachments?.byPath()}>
        {(text) => (
          <p class="composer-note" role="status">
            <RevealedText text={text()} prose />
          </p>
        )}
      </Show>
      <Show when={props.note}>
        {(note) => (
          <p class="composer-note" classList={{ 'composer-note-bad': props.noteBad === true }} role="status">
            {note()}
          </p>
        )}
      </Show>
      <Show when={attaching() !== undefined}>
        <Suspense>
          <AttachSheet
            open={attaching() === true}
            onClose={() => setAttaching(false)}
            onFiles={(files) => void props.attachments?.add(files)}
          />
        </Suspense>
      </Show>
      <div class="composer-row">
        <Show when={props.attachments !== undefined && enabled()}>
          <Button kind="icon" label={attachmentWords.attach} onPress={() => setAttaching(true)}>
            <Paperclip class="icon" />
          </Button>
        </Show>
        <textarea
          ref={(node) => (field = node)}
          class="composer-text"
          rows="1"
          aria-label={composerWords.label}
          placeholder={composerWords.placeholder}
          maxLength={LIMITS.promptBytes}
          readOnly={!enabled()}
          value={props.text}
          dir="auto"
          aria-autocomplete={props.complete === undefined ? undefined : 'list'}
          aria-controls={control()?.activeId() === undefined ? undefined : id}
          aria-activedescendant={control()?.activeId()}
          onInput={(event) => {
            setCaret(event.currentTarget.selectionEnd)
            props.onText(event.currentTarget.value)
          }}
          onClick={(event) => setCaret(event.currentTarget.selectionEnd)}
          onKeyUp={(event) => setCaret(event.currentTarget.selectionEnd)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (!isFormattedText(event.clipboardData)) addFiles(event.clipboardData?.files, event)
          }}
        />
        <Show when={props.running}>
          <Button
            kind="outlined"
            class="composer-stop"
            label={composerWords.stop[props.stopping]}
            disabled={isUnderWay(props.stopping)}
            onPress={() => props.onStop()}
          >
            <Square class="icon" />
          </Button>
        </Show>
        <Show when={!props.running || !blank()}>
          <Button
            kind="primary"
            label={props.mode === 'send' ? composerWords.send : composerWords.queue}
            disabled={blank() || !enabled() || notTaken() !== null}
            onPress={submit}
          >
            <Show when={props.mode === 'send'} fallback={<ListPlus class="icon" />}>
              <ArrowUp class="icon" />
            </Show>
          </Button>
        </Show>
      </div>
    </div>
  )
}

const NOTHING: CompletionSources = { commands: [], readFolder: null }

/** Where `field-sizing: content` is not known, the height follows by hand. */
function fit(field: HTMLTextAreaElement | undefined): void {
  if (field === undefined || CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + 2}px`
}

/** Word processors and spreadsheets put a picture of the text beside it: what is meant is the text. */
function isFormattedText(clipboard: DataTransfer | null): boolean {
  return ['text/plain', 'text/html'].every((type) => clipboard?.types.includes(type) === true)
}

/** On a touch keyboard Enter is the only way to a new line. */
function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
