import type * as Y from 'yjs'

/**
 * Makes a Y.Text read as `next` by one deletion and one insertion, so that what others type elsewhere in it stays.
 * The cut never falls inside a surrogate pair.
 */
export function editText(text: Y.Text, next: string, origin?: unknown): void {
  const now = text.toString()
  if (now === next) return
  const start = commonStart(now, next)
  const end = commonEnd(now, next, start)
  const edit = (): void => {
    if (now.length > start + end) text.delete(start, now.length - start - end)
    if (next.length > start + end) text.insert(start, next.slice(start, next.length - end))
  }
  if (text.doc === null) edit()
  else text.doc.transact(edit, origin)
}

function commonStart(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1
  return length > 0 && isHighSurrogate(a.charCodeAt(length - 1)) ? length - 1 : length
}

function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let length = 0
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1
  return length > 0 && isLowSurrogate(a.charCodeAt(a.length - length)) ? length - 1 : length
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000
}
