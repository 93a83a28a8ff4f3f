/**
 * Follows the part of the screen that a keyboard leaves free: `--app-height` and `--app-top` on the root, in px.
 * iOS neither resizes the page for a keyboard nor moves what is fixed; elsewhere `interactive-widget` does it and both
 * values agree with the page. Returns a function that ends it.
 */
export function followViewport(): () => void {
  const viewport = window.visualViewport
  if (viewport === null) return () => undefined
  const root = document.documentElement
  let frame = 0
  const measure = (): void => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(() => {
      // A pinch zoom shrinks the visual viewport too, and must not squeeze the page.
      if (viewport.scale > 1.01) return
      root.style.setProperty('--app-height', `${Math.round(viewport.height)}px`)
      root.style.setProperty('--app-top', `${Math.round(viewport.offsetTop)}px`)
    })
  }
  // `load` and `orientationchange`: a cold start of an installed app may measure wrongly at first.
  const sources: [EventTarget, string][] = [
    [viewport, 'resize'],
    [viewport, 'scroll'],
    [window, 'load'],
    [window, 'orientationchange'],
  ]
  for (const [target, name] of sources) target.addEventListener(name, measure)
  measure()
  return () => {
    cancelAnimationFrame(frame)
    for (const [target, name] of sources) target.removeEventListener(name, measure)
    root.style.removeProperty('--app-height')
    root.style.removeProperty('--app-top')
  }
}
