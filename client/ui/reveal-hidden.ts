import { uiWords } from './words.ts'

/** A stretch of text as it must be drawn. */
export type Piece =
  | { readonly kind: 'plain'; readonly text: string }
  /** Characters that a screen would not show, or show as something else; `shown` is drawn in their place. */
  | { readonly kind: 'hidden'; readonly text: string; readonly shown: string; readonly name: string }
  /** Visible letters that pass for others, such as a Cyrillic а in a Latin word. */
  | { readonly kind: 'lookalike'; readonly text: string; readonly name: string }

/**
 * Splits one line (or more) so that nothing in it can hide: bidi controls, zero-width and other invisible characters,
 * `\r`, unusual and trailing spaces, lone surrogates, and letters that imitate Latin ones. Joining `text` of all pieces
 * gives the input back. Line feeds and inner tabs stay plain.
 *
 * In `prose`, what people write without harm stays plain too: unusual and trailing blanks, and words of any script.
 */
export function revealHidden(text: string, style: 'exact' | 'prose' = 'exact'): Piece[] {
  if (HARMLESS.test(text)) return text === '' ? [] : [{ kind: 'plain', text }]
  const pieces: Piece[] = []
  let plainFrom = 0
  for (const match of text.matchAll(SUSPECT)) {
    const piece = style === 'prose' ? judgeProse(match[0], text, match.index) : judge(match[0], text, match.index)
    if (piece === undefined) continue
    pushPlain(pieces, text.slice(plainFrom, match.index))
    pieces.push(...piece)
    plainFrom = match.index + match[0].length
  }
  pushPlain(pieces, text.slice(plainFrom))
  return pieces
}

/** A line of prose in which nothing hides, for places that take text alone, such as an `option`. */
export function revealedPlain(text: string): string {
  return revealHidden(text, 'prose')
    .map((piece) => (piece.kind === 'hidden' ? piece.shown : piece.text))
    .join('')
}

/** True where a text holds anything that {@link revealHidden} would draw differently. */
export function hidesSomething(text: string): boolean {
  return revealHidden(text).some((piece) => piece.kind !== 'plain')
}

/** Printable ASCII, tabs and line feeds without blanks at a line's end: nearly every line, decided in one pass. */
const HARMLESS = /^(?:[\t ]*[!-~]|\n)*$/

// In order: a run of blanks, one character that nobody sees, a whole word. Nothing here backtracks, so no input is slow.
const SUSPECT =
  /[\t ]+|(?![\t\n ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]|(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{M}_])+/gu

const NAMES: Readonly<Record<number, string>> = {
  0x0d: 'CR',
  0x1b: 'ESC',
  0x7f: 'DEL',
  0x85: 'NEL',
  0xa0: 'NBSP',
  0xad: 'SHY',
  0x34f: 'CGJ',
  0x61c: 'ALM',
  0x180e: 'MVS',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LS',
  0x2029: 'PS',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x202f: 'NNBSP',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0x3000: 'IDSP',
  0xfeff: 'BOM',
}

/** Letters of other scripts that a Latin reader takes for his own. */
const LATIN_LOOKALIKES = /^[аеорсухіјѕһԁԛԝԍӏАВЕЅІЈКМНОРСТХҮԌԚԜαοορνυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧօսոհցզՕՍᎪᎬᎻᏴᏞᏙᏟ]+$/u
const IMITATORS = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u
const EMOJI_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}\u{20e3}#*0-9]$/u
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u

function judge(found: string, text: string, at: number): Piece[] | undefined {
  const after = text[at + found.length]
  if (/^[\t ]/.test(found))
    return after === undefined || after === '\n' || after === '\r' ? [trailing(found)] : undefined
  const code = found.codePointAt(0) ?? 0
  if (joinsEmoji(code, text, at, found.length)) return undefined
  if (/^[\p{L}\p{N}\p{M}_]/u.test(found) && !/^\p{Default_Ignorable_Code_Point}/u.test(found)) return judgeWord(found)
  return [hidden(found)]
}

function judgeProse(found: string, text: string, at: number): Piece[] | undefined {
  const harmless =
    /^[\t \p{Z}\p{L}\p{N}\p{M}_\u00ad]/u.test(found) && !/^[\u2028\u2029\u115f\u1160\u3164\uffa0]/.test(found)
  return harmless ? undefined : judge(found, text, at)
}

function hidden(found: string): Piece {
  const code = found.codePointAt(0) ?? 0
  const name = NAMES[code] ?? codeOf(found)
  return { kind: 'hidden', text: found, shown: name, name }
}

function trailing(found: string): Piece {
  const shown = found.replaceAll(' ', '·').replaceAll('\t', '→')
  return { kind: 'hidden', text: found, shown, name: uiWords.trailingBlanks(found.length) }
}

/** ZWJ and the emoji selector are how 👩‍💻 and ❤️ are written; there they hide nothing. */
function joinsEmoji(code: number, text: string, at: number, length: number): boolean {
  if (code !== 0x200d && code !== 0xfe0f) return false
  if (!EMOJI_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return false
  return code === 0xfe0f || EMOJI_AFTER.test(text.slice(at + length, at + length + 2))
}

function judgeWord(word: string): Piece[] | undefined {
  if (/^[\w]+$/.test(word)) return undefined
  const mixed = /\p{Script=Latin}/u.test(word) && IMITATORS.test(word)
  const imitated = word.length > 1 && LATIN_LOOKALIKES.test(word)
  const pieces: Piece[] = []
  for (const letter of word) {
    const name = lookalikeName(letter, mixed || imitated)
    if (name === undefined) pushPlain(pieces, letter)
    else pieces.push({ kind: 'lookalike', text: letter, name })
  }
  return pieces.some((piece) => piece.kind !== 'plain') ? pieces : undefined
}

function lookalikeName(letter: string, suspicious: boolean): string | undefined {
  if (/^[!-~]$/.test(letter)) return undefined
  const plain = letter.normalize('NFKC')
  // Fullwidth and mathematical letters: compatibility forms of plain ones.
  if (/^[!-~]$/.test(plain)) return uiWords.notPlain(codeOf(letter), plain)
  if (!suspicious || !IMITATORS.test(letter)) return undefined
  const script = ['Cyrillic', 'Greek', 'Armenian'].find((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(letter))
  return uiWords.letterOf(codeOf(letter), script ?? 'Cherokee')
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

function pushPlain(pieces: Piece[], text: string): void {
  const last = pieces.at(-1)
  if (text === '') return
  if (last?.kind === 'plain') pieces[pieces.length - 1] = { kind: 'plain', text: last.text + text }
  else pieces.push({ kind: 'plain', text })
}
