import './shell.css'
import type { Component, JSX } from 'solid-js'
import { For, Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { shellWords } from './words.ts'

/** A place that the bar leads to. */
export interface BarItem {
  readonly href: string
  readonly label: string
  readonly icon: Component<{ class?: string }>
  readonly current: boolean
  /** Things that wait there; none: no mark. */
  readonly waiting?: number | undefined
}

/** The bar at the foot of a phone: at most five places. */
export function BottomBar(props: { readonly items: readonly BarItem[] }): JSX.Element {
  return (
    <nav class="bar" aria-label={shellWords.navigation}>
      <For each={props.items}>
        {(item) => (
          <a class="bar-item" href={item.href} aria-current={item.current ? 'page' : undefined}>
            <span class="bar-icon">
              <Dynamic component={item.icon} class="icon" />
              <Show when={item.waiting}>
                {(count) => (
                  <span class="bar-count number">
                    {count()}
                    <span class="visually-hidden"> {shellWords.waiting(count())}</span>
                  </span>
                )}
              </Show>
            </span>
            {item.label}
          </a>
        )}
      </For>
    </nav>
  )
}
