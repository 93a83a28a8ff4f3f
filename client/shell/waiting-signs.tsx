import { createEffect, onCleanup, type JSX } from 'solid-js'
import { useApp } from '../devices/app-context.ts'
import { useMay } from '../devices/rights.ts'
import { waitingFor } from '../fleet/waiting.ts'

/** The drawings are files of the app: its policy refuses a picture that was made on the page. */
const MOST_DRAWN = 9

/** Says how much waits for this person where the app itself is not on screen: in the tab, its icon and the app's badge. */
export function WaitingSigns(): JSX.Element {
  const { fleet } = useApp()
  const may = useMay()
  createEffect(() => show(waitingFor(Object.values(fleet.orbs), may)))
  onCleanup(() => show(0))
  return null
}

function show(count: number): void {
  document.title = count > 0 ? `(${count}) Perigee` : 'Perigee'
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (icon !== null) icon.href = iconOf(count)
  // Refused where the app is not installed, or the system shows no badges.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined)
}

function iconOf(count: number): string {
  if (count === 0) return '/mark.svg'
  return `/waiting-${count > MOST_DRAWN ? 'more' : count}.svg`
}
