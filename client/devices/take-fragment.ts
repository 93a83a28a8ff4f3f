/**
 * Takes the fragment out of the address: it holds a secret, which must not stay in the history or on the screen.
 * Without its `#`; empty where there is none.
 */
export function takeFragment(): string {
  const fragment = location.hash.slice(1)
  if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search)
  return fragment
}
