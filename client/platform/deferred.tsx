import { createSignal, Match, Switch, type JSX } from 'solid-js'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { partWords } from './part-words.ts'

/** A page whose code comes when it is first wanted. */
export interface Deferred {
  (): JSX.Element
  /** Fetches the code ahead of need, and is done when it is there. Never rejects: a failure is shown where the page would be. */
  preload(): Promise<void>
}

type Page = () => JSX.Element

/**
 * A page that is loaded once and from then on drawn at once, like any other: what was preloaded never flashes. Until
 * then a skeleton stands there, and where the code cannot be had, why, and the way to try again.
 */
export function deferred(load: () => Promise<Page>): Deferred {
  const [page, setPage] = createSignal<Page>()
  const [isMissing, setMissing] = createSignal(false)
  let loading: Promise<void> | undefined

  function preload(): Promise<void> {
    return (loading ??= load().then(
      (loaded) => void setPage(() => loaded),
      () => {
        loading = undefined
        setMissing(true)
      },
    ))
  }
  function again(): void {
    setMissing(false)
    void preload()
  }

  const Shown = (): JSX.Element => {
    again()
    return (
      <Switch fallback={<Skeleton lines={8} />}>
        <Match when={page()} keyed>
          {(Loaded) => <Loaded />}
        </Match>
        <Match when={isMissing()}>
          <EmptyState title={partWords.missing} text={partWords.missingText}>
            <Button onPress={again}>{partWords.again}</Button>
          </EmptyState>
        </Match>
      </Switch>
    )
  }
  return Object.assign(Shown, { preload })
}
