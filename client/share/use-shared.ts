import { useSearchParams } from '@solidjs/router'
import { onMount } from 'solid-js'
import { takeShared, type Shared } from './shared-store.ts'

/** Hands over what was shared with the app where the address of this page asks for it, once. */
export function useShared(place: (shared: Shared) => void): void {
  const [search, setSearch] = useSearchParams<{ shared?: string }>()
  onMount(() => {
    if (search.shared === undefined) return
    setSearch({ shared: undefined }, { replace: true })
    void takeShared().then((shared) => shared !== null && place(shared))
  })
}
