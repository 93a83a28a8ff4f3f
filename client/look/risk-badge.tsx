import './risk-badge.css'
import Eye from 'lucide-solid/icons/eye'
import Globe from 'lucide-solid/icons/globe'
import OctagonMinus from 'lucide-solid/icons/octagon-minus'
import Pencil from 'lucide-solid/icons/pencil'
import type { Component, JSX } from 'solid-js'
import { Show } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { UnknownRiskIcon } from './unknown-risk-icon.tsx'
import { riskWords } from './words.ts'

/** How dangerous an approval is, by the name that the protocol uses. */
export type RiskName = keyof typeof riskWords

const icons: Record<RiskName, Component<{ class?: string }>> = {
  read: Eye,
  write: Pencil,
  network: Globe,
  destructive: OctagonMinus,
  unknown: UnknownRiskIcon,
}

/** Props of {@link RiskBadge}. */
export interface RiskBadgeProps {
  /** A name that this app does not know is shown as unknown. */
  readonly risk: string
  /** Only the icon is seen; the word is still read aloud. */
  readonly iconOnly?: boolean | undefined
}

/** A risk as icon and word, in its colour. */
export function RiskBadge(props: RiskBadgeProps): JSX.Element {
  const name = (): RiskName => (Object.hasOwn(riskWords, props.risk) ? (props.risk as RiskName) : 'unknown')
  return (
    <span class={`risk risk-${name()}`}>
      <Dynamic component={icons[name()]} class="icon" />
      <Show when={props.iconOnly} fallback={riskWords[name()]}>
        <span class="visually-hidden">{riskWords[name()]}</span>
      </Show>
    </span>
  )
}
