import type { OrbFace, RingStyle } from './states.ts'
import { ringOf } from './states.ts'

const MINUTE = 60_000
/** From here on the body rests at the top. */
const APOGEE = 24 * 60 * MINUTE

/** Line widths and body radius in px: hairlines at list size must not vanish, at 96 px not shout. */
const weights = [
  { upTo: 24, thin: 1.25, solid: 1.75, thick: 3, body: 3 },
  { upTo: 48, thin: 1.5, solid: 2.25, thick: 4, body: 4.5 },
  { upTo: Infinity, thin: 2, solid: 4, thick: 8, body: 10 },
] as const

/** A dial, ready to draw in a square of `size` px. */
export interface Dial {
  readonly ring: RingStyle
  /** SVG path of the ring; it leaves a gap around the body. */
  readonly path: string
  readonly strokeWidth: number
  /** `stroke-dasharray`, or undefined for an unbroken line. */
  readonly dashes: string | undefined
  readonly body: { readonly x: number; readonly y: number; readonly radius: number }
  /** True where the body breathes: only for what waits. */
  readonly breathing: boolean
}

/** What a dial is drawn from; times in ms since the epoch. */
export interface DialInput {
  readonly face: OrbFace
  readonly lastActivity: number
  readonly now: number
  /** Width and height in px. */
  readonly size: number
}

/**
 * How far the body has drifted: 0 at the bottom (now) to 1 at the top (24 h and more), by a log
 * scale on which 1 min, 10 min, 1 h and 6 h lie about evenly. A clock ahead of ours counts as now.
 */
export function drift(lastActivity: number, now: number): number {
  const age = Math.min(APOGEE, Math.max(0, now - lastActivity))
  return Math.log1p(age / MINUTE) / Math.log1p(APOGEE / MINUTE)
}

/** The drawing of an orb's face: where the body stands says how long ago, the ring says the state. */
export function dialOf(input: DialInput): Dial {
  const ring = ringOf(input.face)
  const weight = weights.find((one) => input.size <= one.upTo) ?? weights[2]
  const breathing = ring === 'thick'
  const bodyRadius = breathing ? weight.body * 1.25 : weight.body
  const strokeWidth = ring === 'thick' ? weight.thick : ring === 'solid' ? weight.solid : weight.thin
  // 1.1: a breathing body grows by a tenth and must stay inside the square.
  const radius = input.size / 2 - bodyRadius * 1.1
  // Degrees clockwise from the bottom; on screen that is towards the left.
  const angle = 180 * drift(input.lastActivity, input.now)
  const gap = degrees((bodyRadius + strokeWidth / 2 + input.size * 0.05) / radius)
  const at = (turn: number): { x: number; y: number } => pointAt(input.size / 2, radius, turn)
  return {
    ring,
    path:
      ring === 'broken'
        ? // The break lies at the right, where the body never comes.
          arc(at, radius, angle + gap, 235) + arc(at, radius, 305, 360 + angle - gap)
        : arc(at, radius, angle + gap, 360 + angle - gap),
    strokeWidth,
    dashes: ring === 'dashed' ? dashesFor(radius) : undefined,
    body: { ...at(angle), radius: bodyRadius },
    breathing,
  }
}

function pointAt(centre: number, radius: number, turn: number): { x: number; y: number } {
  const radians = (turn * Math.PI) / 180
  return { x: round(centre - radius * Math.sin(radians)), y: round(centre + radius * Math.cos(radians)) }
}

function arc(at: (turn: number) => { x: number; y: number }, radius: number, from: number, to: number): string {
  const [start, end] = [at(from), at(to)]
  return `M${start.x} ${start.y}A${round(radius)} ${round(radius)} 0 ${to - from > 180 ? 1 : 0} 1 ${end.x} ${end.y}`
}

function dashesFor(radius: number): string {
  const step = (2 * Math.PI * radius) / 14
  return `${round(step * 0.55)} ${round(step * 0.45)}`
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
