import './search.css'
import { useLocation, useNavigate, useSearchParams } from '@solidjs/router'
import { For, Match, onMount, Show, Switch, type JSX } from 'solid-js'
import { SEARCH_CHARS } from '../../shared/search/search.ts'
import { useFleetLine } from '../connection/fleet-line.ts'
import { useApp } from '../devices/app-context.ts'
import { PageHeader } from '../shell/page-header.tsx'
import { ShellBar } from '../shell/shell-bar.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StatusLine } from '../ui/status-line.tsx'
import { createSearch } from './create-search.ts'
import { SearchRow } from './search-row.tsx'
import { placesOf, searchPath, wordsIn, type SearchPlace } from './search-path.ts'
import { searchWords as words } from './words.ts'

/** Words looked for in every transcript that this person sees, in one orb, or in one thread. */
export default function SearchPage(): JSX.Element {
  const { fleet } = useApp()
  const location = useLocation()
  const navigate = useNavigate()
  const [params] = useSearchParams<{ orb?: string; thread?: string; in?: string }>()
  const line = useFleetLine()
  const place = (): SearchPlace => ({
    orbId: params.orb ?? null,
    threadId: params.thread ?? null,
    in: params.in ?? null,
  })
  const written = (): string => wordsIn(location.hash)
  const places = () => placesOf(place(), (orbId) => fleet.orbs[orbId]?.title ?? words.orbGone)
  const chosen = () => places().find(({ isChosen }) => isChosen)
  const search = createSearch(() => ({
    words: written(),
    orbId: chosen()?.orbId ?? null,
    threadId: chosen()?.threadId ?? null,
  }))
  // In the address, so that the way back from an entry leads to the same list.
  const go = (text: string, within: string | null): void =>
    navigate(searchPath({ ...place(), in: within }, text), { replace: true, scroll: false })
  let field: HTMLInputElement | undefined
  onMount(() => {
    if (written() === '') field?.focus()
  })

  return (
    <div class="search">
      <PageHeader title={words.title} backHref={backOf(place())}>
        <StatusLine {...line()} />
      </PageHeader>
      <form class="search-form" role="search" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          ref={(input) => (field = input)}
          label={words.field}
          value={written()}
          maxLength={SEARCH_CHARS}
          onInput={(text) => go(text, place().in)}
        />
        <Show when={places().length > 1}>
          <div class="search-places" role="group" aria-label={words.where}>
            <For each={places()}>
              {(one) => (
                <button type="button" aria-pressed={one.isChosen} onClick={() => go(written(), one.name)}>
                  <span dir="auto">{one.title}</span>
                </button>
              )}
            </For>
          </div>
        </Show>
      </form>
      <div class="search-scroll" aria-busy={search.busy()}>
        <p class="search-count" role="status">
          <Show when={search.state() === 'found' && search.hits().length > 0}>
            {words.found(search.hits().length, search.hasMore())}
          </Show>
        </p>
        <Switch>
          <Match when={search.state() === 'idle' && search.busy()}>
            <Skeleton lines={6} />
          </Match>
          <Match when={search.state() === 'idle'}>
            <EmptyState title={words.start} text={words.startText} />
          </Match>
          <Match when={search.state() === 'failed' && search.hits().length === 0}>
            <EmptyState title={words.failed} text={words.failedText}>
              <Button onPress={() => search.again()}>{words.again}</Button>
            </EmptyState>
          </Match>
          <Match when={search.hits().length === 0}>
            <EmptyState title={words.none} text={words.noneText} />
          </Match>
        </Switch>
        <ul role="list" class="search-hits">
          <For each={search.hits()}>{(hit) => <SearchRow hit={hit} orb={fleet.orbs[hit.orbId]?.title} />}</For>
        </ul>
        <Show when={search.state() === 'failed' && search.hits().length > 0}>
          <p class="search-note" role="alert">
            {words.failedText}
          </p>
        </Show>
        <Show when={search.state() === 'found' && !search.complete()}>
          <p class="search-note">{words.incomplete}</p>
        </Show>
        <Show when={search.hasMore()}>
          <Button kind="outlined" disabled={search.busy()} onPress={() => search.more()}>
            {search.busy() ? words.moreComing : words.more}
          </Button>
        </Show>
      </div>
      <ShellBar />
    </div>
  )
}

function backOf({ orbId, threadId }: SearchPlace): string {
  if (orbId === null) return '/'
  return threadId === null ? `/o/${orbId}` : `/o/${orbId}/t/${threadId}`
}
