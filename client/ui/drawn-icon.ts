import { createRenderEffect } from 'solid-js'

/** A drawing of lucide's: its elements with their attributes, on a grid of 24. */
export interface IconData {
  readonly name: string
  readonly node: readonly (readonly [string, Readonly<Record<string, string>>])[]
  readonly aliases?: readonly string[]
}

/** Props of {@link DrawnIcon}. */
export interface DrawnIconProps {
  readonly icon: IconData
  readonly class?: string | undefined
}

const SVG = 'http://www.w3.org/2000/svg'

const drawn = new WeakMap<IconData, Element>()

/**
 * What each of lucide's icons is drawn by, in place of its own component (scripts/lib/drawn-icons.mjs): that one makes
 * a dozen computations an icon, which a page of icons waits for. It takes a class and nothing else, and is decoration:
 * what it means is said beside it.
 */
export default function DrawnIcon(props: DrawnIconProps): Element {
  // A drawing never changes, so reading it once is enough.
  const { icon } = props
  const first = drawn.get(icon) ?? draw(icon)
  drawn.set(icon, first)
  const svg = first.cloneNode(true) as Element
  const name = ['lucide', icon.name, ...(icon.aliases ?? [])].map((part) =>
    part === 'lucide' ? part : 'lucide-' + part,
  )
  createRenderEffect(() => svg.setAttribute('class', [...name, props.class ?? ''].join(' ').trim()))
  return svg
}

function draw({ node }: IconData): Element {
  const svg = element('svg', {
    width: '24',
    height: '24',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  })
  for (const [name, { key: _, ...attributes }] of node) svg.append(element(name, attributes))
  return svg
}

function element(name: string, attributes: Readonly<Record<string, string>>): Element {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
