/** Lines around a change that stay. */
const CONTEXT = 3

/**
 * What changes between two texts: the lines from the first to the last that differ, with a few around them. One block,
 * so that nothing in between is left out. A text that is the same gives a line that says so.
 */
export function changedLines(oldText: string, newText: string): string {
  if (oldText === newText) return '(nothing changes)'
  const [before, after] = [linesOf(oldText), linesOf(newText)]
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const first = Math.max(0, start - CONTEXT)
  const lead = before.slice(first, start).map((line) => '  ' + line)
  const removed = before.slice(start, before.length - end).map((line) => '- ' + line)
  const added = after.slice(start, after.length - end).map((line) => '+ ' + line)
  const trail = before
    .slice(before.length - end)
    .slice(0, CONTEXT)
    .map((line) => '  ' + line)
  return [`line ${first + 1}`, ...lead, ...removed, ...added, ...(end === 0 ? [] : trail)].join('\n')
}

/** A last line without a line feed is another one than with it. */
function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  return last === '' ? lines : [...lines, `${last} (no line feed at the end)`]
}
