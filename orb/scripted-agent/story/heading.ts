/** As many characters as fit one line of the page. */
const HEADING_CHARACTERS = 60

const ACCENTS = ['#1f5f8b', '#2f6f5e', '#8a3b2f', '#5b4a9c', '#7a5a12'] as const

/** A heading out of a prompt: its first line, cut between words, beginning with a capital, without a full stop. */
export function headingFrom(prompt: string): string {
  const line =
    prompt
      .split('\n')
      .map((part) => part.replace(/\s+/g, ' ').trim())
      .find((part) => part !== '') ?? ''
  const cut = line.length <= HEADING_CHARACTERS ? line : cutBetweenWords(line)
  const plain = cut.replace(/[\s.,;:!]+$/, '')
  return plain === '' ? 'A fresh start' : plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Text as it stands in HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A colour that goes with a prompt: the same for the same words, never the present one. */
export function accentFor(prompt: string, present: string): string {
  const others = ACCENTS.filter((accent) => accent !== present)
  let sum = 0
  for (const character of prompt) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973
  return others[sum % others.length] ?? ACCENTS[0]
}

function cutBetweenWords(line: string): string {
  const cut = line.slice(0, HEADING_CHARACTERS + 1)
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut.slice(0, HEADING_CHARACTERS)
}
