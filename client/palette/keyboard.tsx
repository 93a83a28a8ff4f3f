import { useNavigate } from '@solidjs/router'
import { createSignal, lazy, onCleanup, onMount, Show, Suspense, type JSX } from 'solid-js'
import { wantsSingles, wishOf, type KeyWish } from './keys.ts'

const Palette = lazy(() => import('./palette.tsx'))
const KeyHelp = lazy(() => import('./key-help.tsx'))

/** Two keys belong together when they come within this time. */
const PAIR_MS = 1_000

const PATHS = { fleet: '/', inbox: '/inbox', search: '/search', settings: '/settings' } as const

/** Listens to the keys of the whole app, and shows the palette and the list of keys when they are asked for. */
export function Keyboard(): JSX.Element {
  const navigate = useNavigate()
  const [open, setOpen] = createSignal<'palette' | 'help' | null>(null)
  let last: { readonly wish: KeyWish; readonly at: number } | null = null

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.isComposing) return
    const after = last !== null && event.timeStamp - last.at < PAIR_MS ? last.wish : null
    const { key, ctrlKey, metaKey, altKey } = event
    const wish = wishOf({ key, ctrlKey, metaKey, altKey, isTaken: isTaken(event.target) }, after, wantsSingles())
    last = wish === null ? null : { wish, at: event.timeStamp }
    // Another dialog asks something, and has to be answered or closed first.
    if (wish === null || (wish === 'palette' && open() === null && document.querySelector('dialog[open]'))) return
    event.preventDefault()
    if (wish === 'palette' || wish === 'help') setOpen(open() === wish ? null : wish)
    else if (wish !== 'go') navigate(PATHS[wish])
  }

  onMount(() => {
    document.addEventListener('keydown', onKey)
    onCleanup(() => document.removeEventListener('keydown', onKey))
  })
  return (
    <Suspense>
      <Show when={open() === 'palette'}>
        <Palette onClose={() => setOpen(null)} onHelp={() => setOpen('help')} />
      </Show>
      <Show when={open() === 'help'}>
        <KeyHelp onClose={() => setOpen(null)} />
      </Show>
    </Suspense>
  )
}

/** True where a key is a letter to be written, or belongs to an open dialog. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select') !== null
}
