import CircleX from 'lucide-solid/icons/circle-x'
import Info from 'lucide-solid/icons/info'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import type { Component, JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { RevealedText } from '../ui/revealed-text.tsx'

/** How grave a notice is. */
export type NoticeLevel = 'info' | 'warning' | 'error'

const icons: Record<NoticeLevel, Component<{ class?: string }>> = { info: Info, warning: TriangleAlert, error: CircleX }

/** What the runner or the harness has to say outside the conversation. */
export function Notice(props: { readonly text: string; readonly level: NoticeLevel }): JSX.Element {
  return (
    <p class={`entry entry-notice notice-${props.level}`}>
      <Dynamic component={icons[props.level]} class="icon" />
      <span class="entry-text" dir="auto">
        <RevealedText text={props.text} prose />
      </span>
    </p>
  )
}
