/** The colours that output may have: hues of the token file, whatever shade the program asked for. */
export type OutputColour = 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'grey'

/** How a terminal would draw the characters that come next. */
export interface Pen {
  /** Null: ink. Black and white are ink too, or they would vanish on one of our grounds. */
  readonly colour: OutputColour | null
  /** The ground's colour; with one, letters take the colour of our own ground. */
  readonly ground: OutputColour | null
  readonly reversed: boolean
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
  readonly underlined: boolean
  readonly struck: boolean
}

/** What a program finds at its start. */
export const PLAIN: Pen = {
  colour: null,
  ground: null,
  reversed: false,
  bold: false,
  dim: false,
  italic: false,
  underlined: false,
  struck: false,
}

const HUES: readonly (OutputColour | null)[] = [null, 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', null]
const BRIGHT: readonly (OutputColour | null)[] = ['grey', ...HUES.slice(1)]
/** More parameters than any program writes in one sequence. */
const MOST_PARAMETERS = 32

/** The pen after one SGR sequence, given its parameters ("1;31"). Total: what is not known changes nothing. */
export function afterSgr(pen: Pen, parameters: string): Pen {
  // A colon joins the parts of one parameter; for what we read of it, it parts them as well.
  const codes = parameters.split(/[;:]/, MOST_PARAMETERS).map((code) => (code === '' ? 0 : Number(code)))
  let after = pen
  for (let at = 0; at < codes.length; at += 1) {
    const code = codes[at] ?? 0
    if (code === 38 || code === 48) {
      const { colour, used } = extended(codes.slice(at + 1))
      after = code === 38 ? { ...after, colour } : { ...after, ground: colour }
      at += used
    } else after = afterCode(after, code)
  }
  return after
}

/** The classes of a pen: always of the same few, in one order. */
export function lookOf(pen: Pen): string {
  if (pen === PLAIN) return ''
  const ground = pen.reversed ? (pen.colour ?? 'ink') : pen.ground
  const parts = [
    ground === null ? pen.colour !== null && `out-${pen.colour}` : `out-on out-on-${ground}`,
    pen.bold && 'out-bold',
    // A paler shade of a colour would not keep its contrast.
    pen.dim && pen.colour === null && ground === null && 'out-grey',
    pen.italic && 'out-italic',
    pen.underlined && 'out-underlined',
    pen.struck && 'out-struck',
  ]
  return parts.filter((part) => part !== false).join(' ')
}

function afterCode(pen: Pen, code: number): Pen {
  switch (code) {
    case 0:
      return PLAIN
    case 1:
      return { ...pen, bold: true }
    case 2:
      return { ...pen, dim: true }
    case 3:
      return { ...pen, italic: true }
    case 4:
      return { ...pen, underlined: true }
    case 7:
      return { ...pen, reversed: true }
    case 9:
      return { ...pen, struck: true }
    case 21:
    case 22:
      return { ...pen, bold: false, dim: false }
    case 23:
      return { ...pen, italic: false }
    case 24:
      return { ...pen, underlined: false }
    case 27:
      return { ...pen, reversed: false }
    case 29:
      return { ...pen, struck: false }
    case 39:
      return { ...pen, colour: null }
    case 49:
      return { ...pen, ground: null }
  }
  // 8, which conceals, is among those that change nothing: output hides no text here.
  if (code >= 30 && code <= 37) return { ...pen, colour: HUES[code - 30] ?? null }
  if (code >= 90 && code <= 97) return { ...pen, colour: BRIGHT[code - 90] ?? null }
  // Black and white grounds are the ones that there are.
  if (code >= 40 && code <= 47) return { ...pen, ground: HUES[code - 40] ?? null }
  if (code >= 100 && code <= 107) return { ...pen, ground: BRIGHT[code - 100] ?? null }
  return pen
}

/** What follows 38 or 48: `5;N` of 256 colours, or `2;R;G;B`. */
function extended(codes: readonly number[]): { colour: OutputColour | null; used: number } {
  const [kind, one = 0, two = 0, three = 0] = codes
  if (kind === 2) return { colour: hueOf(one, two, three), used: 4 }
  if (kind !== 5) return { colour: null, used: kind === undefined ? 0 : 1 }
  return { colour: indexed(one), used: 2 }
}

function indexed(index: number): OutputColour | null {
  if (index < 16) return (index < 8 ? HUES[index] : BRIGHT[index - 8]) ?? null
  if (index < 232) {
    const step = (by: number): number => Math.floor((index - 16) / by) % 6
    return hueOf(step(36) * 51, step(6) * 51, step(1) * 51)
  }
  return index >= 240 && index <= 248 ? 'grey' : null
}

/** The nearest hue that we have; ink for what is nearly black or white. */
function hueOf(red: number, green: number, blue: number): OutputColour | null {
  const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  if (high - low < 40) return high > 80 && high < 180 ? 'grey' : null
  const half = (high + low) / 2
  const bits = (red > half ? 1 : 0) + (green > half ? 2 : 0) + (blue > half ? 4 : 0)
  return HUES[bits] ?? null
}
