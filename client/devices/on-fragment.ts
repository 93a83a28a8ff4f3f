import { onCleanup, onMount } from 'solid-js'

/** Pages whose links hold a secret. */
const SECRET_PAGES: readonly string[] = ['/first', '/pair']

let taken = ''

/**
 * Takes a link's secret out of the address, before anything else runs or is drawn: it must not stay in the history or
 * on the screen. Kept in this page until onFragment tells it.
 */
export function takeFragment(): void {
  if (!SECRET_PAGES.includes(location.pathname) || location.hash === '') return
  taken = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** Tells the fragment with which this page was opened, without its `#`; again where a link is opened over it. */
export function onFragment(tell: (fragment: string) => void): void {
  const give = (): void => {
    takeFragment()
    if (taken === '') return
    const fragment = taken
    taken = ''
    tell(fragment)
  }
  onMount(() => {
    give()
    window.addEventListener('hashchange', give)
    onCleanup(() => window.removeEventListener('hashchange', give))
  })
}
