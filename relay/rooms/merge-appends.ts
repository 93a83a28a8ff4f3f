import type { EntryStep } from '../../shared/rooms/content.ts'

/**
 * Two neighbouring steps as one, where both only lengthen the entry's text; else null. Folding the one gives exactly
 * what folding the two gives. Each step that a room holds costs every viewer an item, and deltas come in dozens.
 */
export function mergeAppends(first: EntryStep, second: EntryStep): EntryStep | null {
  if (first.op !== 'append' || second.op !== 'append') return null
  const from = onlyText(first.body)
  const to = onlyText(second.body)
  return from === null || to === null ? null : { op: 'append', body: { text: from + to } }
}

/** The text of a body that says nothing else. */
function onlyText(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || Object.keys(body).length !== 1) return null
  const text = (body as Record<string, unknown>)['text']
  return typeof text === 'string' ? text : null
}
