/*
 * What must not reach a terminal as it is: C0 and C1 controls, what turns the direction of text around (UAX 9), what has
 * no width, line separators, lone surrogates, tags, and the byte order mark.
 */
const HIDDEN =
  // eslint-disable-next-line no-control-regex -- these are what is looked for
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB]|[\u{E0000}-\u{E0FFF}]|[\uD800-\uDFFF]/gu

/**
 * A text of a relay, an agent or a peer as one line of a terminal: everything that a terminal would obey or not show
 * stands there as an escape such as `\u{1b}`, so that it can neither move the cursor nor hide what it says.
 */
export function shown(text: string): string {
  return text.replace(HIDDEN, escaped)
}

/** The same for a text of several lines: its line feeds stay, and tabs become spaces. */
export function shownLines(text: string, indent = ''): string {
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => indent + shown(line.replaceAll('\t', '    ')))
    .join('\n')
}

/** One line that is no longer than `most` characters. */
export function shownBriefly(text: string, most = 80): string {
  const characters = [...shown(text)]
  return characters.length <= most ? characters.join('') : characters.slice(0, most - 1).join('') + '…'
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
