import { createEffect, createSignal, on, onCleanup, type Accessor } from 'solid-js'
import { SearchPage, type SearchHit, type SearchRequest } from '../../shared/search/search.ts'
import { api } from '../platform/api.ts'

/** Keys come faster than this while somebody writes. */
const PAUSE_MS = 200

/** What is looked for, and where. */
export type Wanted = Pick<SearchRequest, 'words' | 'orbId' | 'threadId'>

/** What was found so far. `busy`: the relay was asked and has not answered; what is shown is from before. */
export interface Search {
  readonly state: Accessor<'idle' | 'found' | 'failed'>
  readonly busy: Accessor<boolean>
  readonly hits: Accessor<readonly SearchHit[]>
  readonly hasMore: Accessor<boolean>
  readonly complete: Accessor<boolean>
  /** Reads the next page. */
  more(): void
  /** Asks once more for what failed. */
  again(): void
}

const NOTHING: SearchPage = { hits: [], next: null, complete: true }

/** Asks the relay for what is wanted, a moment after it was last changed; an answer that comes too late is left out. */
export function createSearch(wanted: Accessor<Wanted>): Search {
  const [state, setState] = createSignal<'idle' | 'found' | 'failed'>('idle')
  const [busy, setBusy] = createSignal(false)
  const [pages, setPages] = createSignal<SearchPage>(NOTHING)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(before: number | null): Promise<void> {
    const mine = ++asked
    const { words, orbId, threadId } = wanted()
    setBusy(true)
    try {
      const request: SearchRequest = { words, orbId, threadId, before }
      const page = SearchPage.parse((await api('POST', '/api/search', request)).body)
      if (mine !== asked) return
      setPages((earlier) => (before === null ? page : { ...page, hits: [...earlier.hits, ...page.hits] }))
      setState('found')
    } catch {
      if (mine === asked) setState('failed')
    } finally {
      if (mine === asked) setBusy(false)
    }
  }

  const key = (): string => JSON.stringify(wanted())
  createEffect(
    on(key, (_now, before) => {
      clearTimeout(timer)
      asked += 1
      setBusy(false)
      if (wanted().words.trim() === '') {
        setPages(NOTHING)
        setState('idle')
      } else if (before === undefined) void ask(null)
      else timer = setTimeout(() => void ask(null), PAUSE_MS)
    }),
  )
  onCleanup(() => {
    clearTimeout(timer)
    asked += 1
  })
  return {
    state,
    busy,
    hits: () => pages().hits,
    hasMore: () => pages().next !== null,
    complete: () => pages().complete,
    more: () => void ask(pages().next),
    again: () => void ask(state() === 'failed' && pages().hits.length > 0 ? pages().next : null),
  }
}
