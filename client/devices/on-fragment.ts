import { onCleanup, onMount } from 'solid-js'

/**
 * Tells the fragment of the address, without its `#`, and takes it out at once: it holds a secret, which must not stay
 * in the history or on the screen. Again where a link is opened over this page. Not told where there is none.
 */
export function onFragment(tell: (fragment: string) => void): void {
  const take = (): void => {
    const fragment = location.hash.slice(1)
    if (fragment === '') return
    history.replaceState(history.state, '', location.pathname + location.search)
    tell(fragment)
  }
  onMount(() => {
    take()
    window.addEventListener('hashchange', take)
    onCleanup(() => window.removeEventListener('hashchange', take))
  })
}
