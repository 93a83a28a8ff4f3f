import { createSignal, onMount, Show, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import type { Updates } from './register-worker.ts'
import { isReloadHeld } from './reload-holds.ts'
import { updateWords } from './update-words.ts'
import './update-bar.css'

/**
 * Offers a new version when one is ready. It never reloads by itself: a draft or an undecided approval may be on screen.
 * Drafts are kept on the desk as they are typed, so taking it loses nothing; it cannot be taken over an open question.
 */
export function UpdateBar(): JSX.Element {
  const [ready, setReady] = createSignal(false)
  let updates: Updates | undefined
  onMount(() => {
    if (import.meta.env.PROD) void watch()
  })

  async function watch(): Promise<void> {
    const { startUpdates } = await import('./register-worker.ts')
    updates = startUpdates({ onUpdateReady: () => setReady(true) })
  }

  return (
    <Show when={ready()}>
      <UpdateNotice held={isReloadHeld()} onLater={() => setReady(false)} onReload={() => updates?.apply()} />
    </Show>
  )
}

/** The notice itself. `held`: something on screen must not be reloaded over. */
export function UpdateNotice(props: {
  readonly held: boolean
  readonly onLater: () => void
  readonly onReload: () => void
}): JSX.Element {
  return (
    <div class="update-bar" role="status">
      <span>{props.held ? updateWords.held : updateWords.ready}</span>
      <Button kind="quiet" onPress={() => props.onLater()}>
        {updateWords.later}
      </Button>
      <Button disabled={props.held} onPress={() => props.onReload()}>
        {updateWords.reload}
      </Button>
    </div>
  )
}
