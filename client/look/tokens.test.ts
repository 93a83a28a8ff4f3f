import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const source = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const [normal, afterNormal] = source.split(":root[data-theme='dark'] {") as [string, string]
const [grey, contrast] = afterNormal.split(':root[data-contrast] {') as [string, string]

type Rgb = readonly [number, number, number]
interface Pair {
  light: Rgb
  dark: Rgb
}

/** OKLCH to linear sRGB, clipped to the gamut (matrices: bottosson.github.io/posts/oklab). */
function toLinear(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (value: number): number => Math.min(1, Math.max(0, value))
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function tokens(css: string): Map<string, Pair> {
  const found = new Map<string, Pair>()
  const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
  const line = new RegExp(String.raw`--([\w-]+): light-dark\(${colour}, ${colour}\)`, 'g')
  for (const [, name, ...numbers] of css.matchAll(line)) {
    const [l1, c1, h1, l2, c2, h2] = numbers.map(Number) as [number, number, number, number, number, number]
    found.set(String(name), { light: toLinear(l1, c1, h1), dark: toLinear(l2, c2, h2) })
  }
  // The same in both schemes.
  for (const [, name, ...numbers] of css.matchAll(new RegExp(String.raw`--([\w-]+): ${colour};`, 'g'))) {
    const both = toLinear(...(numbers.map(Number) as [number, number, number]))
    found.set(String(name), { light: both, dark: both })
  }
  return found
}

/** Contrast ratio of WCAG 2, 1 to 21. */
function ratio(one: Rgb, two: Rgb): number {
  const luminance = (c: Rgb): number => 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]
  const [high, low] = [luminance(one), luminance(two)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['ground', 'raised', 'sunken', 'waits-ground']
const states = ['working', 'done', 'failed', 'network']
const hues = ['out-yellow', 'out-cyan']
const TEXT = 4.5
const ICON = 3

/** [foreground, background, least ratio]: everything that the components really put together. */
const pairs: [string, string, number][] = [
  ...['ink', 'ink-2', 'ink-3', ...states, ...hues].flatMap((name) =>
    surfaces.map((on): [string, string, number] => [name, on, TEXT]),
  ),
  ...['waits', 'outline'].flatMap((name) => surfaces.map((on): [string, string, number] => [name, on, ICON])),
  ...['ink', 'ink-2'].flatMap((name): [string, string, number][] => [
    [name, 'add-ground', TEXT],
    [name, 'remove-ground', TEXT],
  ]),
  ['done', 'add-ground', TEXT],
  ['failed', 'remove-ground', TEXT],
  ['on-waits', 'waits', TEXT],
  ['ground', 'ink', TEXT],
  // Letters on a ground that a program coloured.
  ...['ink-3', ...states, ...hues].map((name): [string, string, number] => ['ground', name, TEXT]),
]

const sets: [string, Map<string, Pair>][] = [
  ['default', tokens(normal)],
  ['more contrast', new Map([...tokens(normal), ...tokens(contrast)])],
]
/** The grey theme has one scheme alone. */
const greys: [string, Map<string, Pair>][] = [
  ['grey', darkOnly(new Map([...tokens(normal), ...tokens(grey)]))],
  ['grey, more contrast', darkOnly(new Map([...tokens(normal), ...tokens(grey), ...tokens(contrast)]))],
]

function darkOnly(set: Map<string, Pair>): Map<string, Pair> {
  return new Map([...set].map(([name, { dark }]) => [name, { light: dark, dark }]))
}

test('every set has colours of its own', () => {
  for (const css of [normal, grey, contrast]) expect(tokens(css).size).toBeGreaterThan(8)
})

describe.each([...sets, ...greys])('%s tokens', (_name, set) => {
  test.each(pairs)('%s on %s is at least %s : 1 in both schemes', (front, back, least) => {
    const [over, under] = [set.get(front), set.get(back)]
    expect(over && under).toBeTruthy()
    for (const scheme of ['light', 'dark'] as const) {
      expect(ratio(over![scheme], under![scheme]), scheme).toBeGreaterThanOrEqual(least)
    }
  })
})
