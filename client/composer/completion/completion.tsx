import './completion.css'
import FileIcon from 'lucide-solid/icons/file'
import Folder from 'lucide-solid/icons/folder'
import { createEffect, createMemo, createSignal, For, on, onCleanup, onMount, Show, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import type { FolderList } from '../../../shared/reads/reads.ts'
import { RevealedText } from '../../ui/revealed-text.tsx'
import { composerWords } from '../words.ts'
import { commandOffers, fileOffers, placeOf, type CommandOffer, type Offer } from './offers.ts'
import type { Token } from './token-at.ts'

/** A folder of the workspace, or why it cannot be read, in a sentence. */
export type FolderAnswer = FolderList | string

/** Where completions come from. */
export interface CompletionSources {
  readonly commands: readonly CommandOffer[]
  /** Null where this person may not read the workspace. */
  readonly readFolder: ((path: string) => Promise<FolderAnswer>) | null
}

/** How a field drives the list above it. */
export interface CompletionControl {
  /** True where the list took the key. */
  key(event: KeyboardEvent): boolean
  /** The id of the option that Enter takes; undefined while there is none. */
  activeId(): string | undefined
}

/** Props of {@link Completion}. */
export interface CompletionProps {
  readonly id: string
  readonly token: Token
  readonly sources: CompletionSources
  readonly onAccept: (offer: Offer, token: Token) => void
  readonly onClose: () => void
  readonly control: (control: CompletionControl | null) => void
}

/** What the word at the caret can become, above the field: by arrow keys and Enter, or by a tap. */
export default function Completion(props: CompletionProps): JSX.Element {
  const [folder, setFolder] = createSignal<{ readonly path: string; readonly answer: FolderAnswer }>()
  const [active, setActive] = createSignal(0)
  const wanted = createMemo(() => (props.token.kind === 'file' ? placeOf(props.token.query).folder : null))

  createEffect(
    on(wanted, (path) => {
      if (path === null || props.sources.readFolder === null) return
      let here = true
      onCleanup(() => (here = false))
      void props.sources.readFolder(path).then((answer) => here && setFolder({ path, answer }))
    }),
  )
  const answer = (): FolderAnswer | undefined => (folder()?.path === wanted() ? folder()?.answer : undefined)
  const offers = createMemo((): Offer[] => {
    const { kind, query } = props.token
    if (kind === 'command') return commandOffers(props.sources.commands, query)
    const list = answer()
    return list === undefined || typeof list === 'string' ? [] : fileOffers(list, query)
  })
  createEffect(on(offers, () => setActive(0)))
  const note = (): string | null => {
    if (props.token.kind === 'command' || offers().length > 0) return null
    const known = answer()
    if (known === undefined) return composerWords.readingFolder
    return typeof known === 'string' ? known : null
  }
  const idOf = (index: number): string => `${props.id}-${index}`

  const control: CompletionControl = {
    activeId: () => (offers().length > 0 ? idOf(active()) : undefined),
    key(event) {
      const count = offers().length
      if (event.key === 'Escape' && (count > 0 || note() !== null)) {
        props.onClose()
        return true
      }
      const offer = offers()[active()]
      if (offer === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
      switch (event.key) {
        case 'ArrowDown':
          setActive((at) => (at + 1) % count)
          return true
        case 'ArrowUp':
          setActive((at) => (at + count - 1) % count)
          return true
        case 'Enter':
        case 'Tab':
          if (event.key === 'Enter' && isWhole(props.token, offer, props.sources.commands)) return false
          props.onAccept(offer, props.token)
          return true
        default:
          return false
      }
    },
  }
  onMount(() => props.control(control))
  onCleanup(() => props.control(null))

  return (
    <Show when={offers().length > 0 || note() !== null}>
      <div class="completion">
        <p class="visually-hidden" role="status">
          {note() === null ? composerWords.offers(offers().length) : ''}
        </p>
        <Show when={note()}>{(text) => <p class="completion-note">{text()}</p>}</Show>
        <ul role="listbox" id={props.id} aria-label={composerWords.completions[props.token.kind]}>
          <For each={offers()}>
            {(offer, index) => (
              <li
                role="option"
                id={idOf(index())}
                class="completion-offer"
                aria-selected={index() === active()}
                ref={(node) =>
                  createEffect(() => {
                    if (index() === active()) node.scrollIntoView({ block: 'nearest' })
                  })
                }
                // The field keeps its focus, and with it a phone its keyboard.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => props.onAccept(offer, props.token)}
              >
                <Show when={offer.kind !== 'command'}>
                  <Dynamic component={offer.kind === 'folder' ? Folder : FileIcon} class="icon" />
                </Show>
                <code class="completion-name">
                  <RevealedText text={offer.label} />
                </code>
                <span class="completion-detail" dir="auto">
                  <RevealedText text={offer.detail} prose />
                </span>
              </li>
            )}
          </For>
        </ul>
      </div>
    </Show>
  )
}

/** Whether a command stands there in full, and wants nothing more: Enter then sends it. */
function isWhole(token: Token, offer: Offer, commands: readonly CommandOffer[]): boolean {
  if (token.kind !== 'command' || offer.label !== '/' + token.query) return false
  return commands.find(({ name }) => name === token.query)?.hint === undefined
}
