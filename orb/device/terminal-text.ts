/**
 * What must not reach a terminal as it is: control characters, what turns the direction of text around (UAX 9), what has
 * no width and shows nothing, line separators, and halves of a character.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * A text of a relay, an agent or a peer as one line of a terminal: everything that a terminal would obey or not show
 * stands there as an escape such as `\u{1b}`, so that it can neither move the cursor nor hide what it says.
 */
export function shown(text: string): string {
  return text.replace(HIDDEN, escaped)
}

/** The same for a text of several lines: its line feeds and tabs stay, which only move on. */
export function shownLines(text: string, indent = ''): string {
  return text
    .split('\n')
    .map((line) => indent + line.split('\t').map(shown).join('\t'))
    .join('\n')
}

/** One line that is no longer than `most` characters. */
export function shownBriefly(text: string, most = 80): string {
  const characters = Array.from(shown(text))
  return characters.length <= most ? characters.join('') : characters.slice(0, most - 1).join('') + '…'
}

/** A value as one line of JSON that says the same to a program and orders nothing to a terminal. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value).replace(HIDDEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
