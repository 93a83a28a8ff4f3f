/** What a code point takes in JSON as UTF-8, escapes included. A lone surrogate counts as the U+FFFD that replaces it. */
export function jsonCost(codePoint: number): number {
  if (codePoint === 0x22 || codePoint === 0x5c) return 2
  if (codePoint < 0x20) return codePoint === 0x0a || codePoint === 0x09 || codePoint === 0x0d ? 2 : 6
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}

/** The beginning of a text that costs at most `budget` bytes of JSON, never ending inside a character. */
export function cutToCost(text: string, budget: number): string {
  let cost = 0
  let length = 0
  for (const character of text) {
    cost += jsonCost(character.codePointAt(0) ?? 0)
    if (cost > budget) break
    length += character.length
  }
  return text.slice(0, length)
}

/** The first line of a text that holds anything, cut to `chars`, for a list or a notification. */
export function firstLine(text: string, chars = 160): string {
  const line = text.trimStart().split('\n', 1)[0]?.trim() ?? ''
  return line.length <= chars ? line : `${line.slice(0, chars - 1)}…`
}
