/** A stretch of text, and whether it is one of the words looked for. */
export interface WordPart {
  readonly text: string
  readonly found: boolean
}

/** Cuts text at given words, matched whole between what a shell takes for a word's border. Joined, the parts are the text. */
export function splitWords(text: string, words: readonly string[]): WordPart[] {
  const wanted = words.filter((word) => word !== '').map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (wanted.length === 0) return [{ text, found: false }]
  const border = '[\\s;&|()`"\'/=]'
  const pattern = new RegExp(`(?<=^|${border})(?:${wanted.join('|')})(?=$|${border})`, 'g')
  const parts: WordPart[] = []
  let from = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index), found: false })
    parts.push({ text: match[0], found: true })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), found: false })
  return parts
}
