import type { Token, Tokens } from 'marked'
import { decodeEntities } from './entities.ts'
import { linkTarget } from './link-target.ts'
import type { Block, Inline, ListItem } from './nodes.ts'

/** Quotes in quotes beyond this are shown verbatim: nobody writes them in good faith, and each level costs stack. */
const MAX_DEPTH = 12

/** Turns one of marked's block tokens into ours; null for what shows nothing, such as blank lines. */
export function readBlock(token: Token, depth = 0): Block | null {
  if (depth > MAX_DEPTH) return { type: 'verbatim', text: token.raw }
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'hr':
      return { type: 'rule' }
    case 'heading':
      return { type: 'heading', level: (token as Tokens.Heading).depth, children: readInlines(token.tokens, depth) }
    case 'paragraph':
    case 'text':
      return { type: 'paragraph', children: readInlines(token.tokens ?? [token], depth) }
    case 'code':
      return { type: 'code', text: (token as Tokens.Code).text, language: firstWord((token as Tokens.Code).lang) }
    case 'blockquote':
      return { type: 'quote', children: readBlocks(token.tokens, depth + 1) }
    case 'list':
      return readList(token as Tokens.List, depth)
    case 'table':
      return readTable(token as Tokens.Table, depth)
    default:
      return { type: 'verbatim', text: token.raw.replace(/\n+$/, '') }
  }
}

function readBlocks(tokens: readonly Token[] | undefined, depth: number): Block[] {
  return (tokens ?? []).map((token) => readBlock(token, depth)).filter((block) => block !== null)
}

function readList(token: Tokens.List, depth: number): Block {
  const items = token.items.map((item): ListItem => {
    // marked puts the tick box of a task among its tokens; ours is a field.
    const inner = item.tokens.filter((child) => child.type !== 'checkbox')
    return { checked: item.task ? item.checked === true : null, children: readBlocks(inner, depth + 1) }
  })
  return { type: 'list', start: token.ordered ? Number(token.start) || 1 : null, items }
}

function readTable(token: Tokens.Table, depth: number): Block {
  const cells = (row: readonly Tokens.TableCell[]): Inline[][] => row.map((cell) => readInlines(cell.tokens, depth))
  return { type: 'table', header: cells(token.header), rows: token.rows.map(cells) }
}

function readInlines(tokens: readonly Token[] | undefined, depth: number): Inline[] {
  return (tokens ?? []).flatMap((token) => readInline(token, depth + 1))
}

function readInline(token: Token, depth: number): Inline[] {
  if (depth > MAX_DEPTH) return [{ type: 'text', text: token.raw }]
  switch (token.type) {
    case 'text':
      if (token.tokens !== undefined) return readInlines(token.tokens, depth)
      return [{ type: 'text', text: decodeEntities((token as Tokens.Text).text) }]
    case 'escape':
      return [{ type: 'text', text: (token as Tokens.Escape).text }]
    case 'codespan':
      return [{ type: 'code', text: (token as Tokens.Codespan).text }]
    case 'strong':
    case 'em':
    case 'del':
      return [{ type: token.type, children: readInlines(token.tokens, depth) }]
    case 'br':
      return [{ type: 'break' }]
    case 'link':
      return readLink(token as Tokens.Link, readInlines(token.tokens, depth))
    case 'image':
      // Nothing is loaded from an address that an agent chose: it could tell somebody who reads what, and when.
      return readLink(token as Tokens.Image, [{ type: 'text', text: (token as Tokens.Image).text || 'image' }])
    case 'checkbox':
      return []
    default:
      return [{ type: 'text', text: token.raw }]
  }
}

function readLink(token: Tokens.Link | Tokens.Image, children: Inline[]): Inline[] {
  const target = linkTarget(token.href, token.text)
  return target === null ? [...children] : [{ type: 'link', ...target, children }]
}

function firstWord(text: string | undefined): string {
  return text?.match(/^[\w+#.-]{1,24}/)?.[0] ?? ''
}
