import './palette.css'
import { useLocation, useNavigate } from '@solidjs/router'
import CornerDownLeft from 'lucide-solid/icons/corner-down-left'
import { createMemo, createSignal, createUniqueId, For, onMount, Show, type JSX } from 'solid-js'
import type { RequestedCommand } from '../../shared/commands/commands.ts'
import { sendCommand } from '../commands/send-command.ts'
import { whyNot } from '../commands/why-not.ts'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { Dialog } from '../ui/dialog.tsx'
import { RevealedText } from '../ui/revealed-text.tsx'
import { findPlaces, type PaletteItem } from './find-places.ts'
import { itemsOf, searchItem, threadItems, type PaletteWorld } from './palette-items.ts'
import { paletteWords as words } from './words.ts'

/** Props of {@link Palette}. */
export interface PaletteProps {
  readonly onClose: () => void
  readonly onHelp: () => void
}

/** One field that leads to everything: what waits, orbs, threads, settings, and a few acts. */
export default function Palette(props: PaletteProps): JSX.Element {
  const { session, fleet } = useApp()
  const id = createUniqueId()
  const [text, setText] = createSignal('')
  const [at, setAt] = createSignal(0)
  const [threads, setThreads] = createSignal<readonly PaletteItem[]>([])
  const [problem, setProblem] = createSignal<string | null>(null)
  const place = /^\/o\/([^/]+)(?:\/t\/([^/]+))?/.exec(useLocation().pathname)
  const world: PaletteWorld = {
    session,
    fleet,
    may: useMay(),
    navigate: useNavigate(),
    orbId: place?.[1],
    threadId: place?.[2],
    send: (orbId, command, then) => void send(orbId, command, then),
    help: () => props.onHelp(),
  }
  const items = createMemo(() => [...itemsOf(world), ...threads()])
  const places = createMemo(() => findPlaces(items(), text()))
  // Last: what has a name is meant more often than what was said.
  const found = createMemo(() => [...places(), searchItem(world, text())])
  const current = (): PaletteItem | undefined => found()[Math.min(at(), found().length - 1)]
  let field: HTMLInputElement | undefined
  let list: HTMLUListElement | undefined

  async function send(orbId: string, command: RequestedCommand, then?: () => void): Promise<void> {
    setProblem(null)
    const sent = await sendCommand(orbId, command)
    if (sent.outcome !== 'recorded') return void setProblem(whyNot(sent, words.noAnswer))
    props.onClose()
    then?.()
  }

  function choose(item: PaletteItem | undefined): void {
    if (item === undefined) return
    if (!item.closesItself) props.onClose()
    item.run()
  }

  function move(by: number): void {
    const count = found().length
    if (count === 0) return
    setAt((Math.min(at(), count - 1) + by + count) % count)
    list?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }

  function onKey(event: KeyboardEvent): void {
    if (event.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) choose(current())
    else move(step)
  }

  onMount(() => {
    // After the dialog, which gives its heading the focus.
    queueMicrotask(() => field?.focus())
    void threadItems(world).then(setThreads)
  })
  return (
    <Dialog open title={words.title} onClose={() => props.onClose()}>
      <input
        ref={(node) => (field = node)}
        class="palette-field"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={current() === undefined ? undefined : optionId(id, current())}
        aria-label={words.find}
        placeholder={words.find}
        autocomplete="off"
        spellcheck={false}
        value={text()}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKey}
      />
      <Show when={problem()}>{(why) => <p role="alert">{why()}</p>}</Show>
      <ul id={id} ref={(node) => (list = node)} class="palette-list" role="listbox" aria-label={words.found}>
        <For each={found()}>
          {(item) => (
            <li
              id={optionId(id, item)}
              class="palette-item"
              role="option"
              aria-selected={item === current()}
              onClick={() => choose(item)}
            >
              <span class="palette-kind">{words.kinds[item.kind]}</span>
              <span class="palette-name" dir="auto">
                <RevealedText text={item.name} prose />
              </span>
              <span class="palette-hint" dir="auto">
                <RevealedText text={item.hint} prose />
              </span>
              <CornerDownLeft class="icon" />
            </li>
          )}
        </For>
      </ul>
      <p class="palette-none" role="status">
        {places().length === 0 ? words.none : ''}
      </p>
    </Dialog>
  )
}

function optionId(list: string, item: PaletteItem | undefined): string {
  return `${list}-${item?.key.replaceAll(/[^\w-]/g, '_')}`
}
