import * as Y from 'yjs'
import { ClosedEntry, EntryStep, OpenHeader } from '../../shared/rooms/content.ts'
import { foldStep } from '../../shared/transcripts/fold.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'

/** An entry from a room's tail or from a page, or null where it is malformed. */
export function readEntry(value: unknown): Entry | null {
  if (value instanceof Y.Array) return readOpen(value.get(0), value.slice(1))
  if (isOpenOnPage(value)) return readOpen(value.header, value.steps)
  const closed = ClosedEntry.safeParse(value)
  if (!closed.success) return null
  const { position, entryId, runId, kind, at, body } = closed.data
  return { position, entryId, runId, kind, at, open: false, body }
}

function isOpenOnPage(value: unknown): value is { header: unknown; steps: unknown[] } {
  return typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps)
}

function readOpen(header: unknown, steps: readonly unknown[]): Entry | null {
  const known = OpenHeader.safeParse(header)
  if (!known.success) return null
  return { ...known.data, open: true, body: foldMore(undefined, steps) }
}

/** A body, some steps later. Malformed steps are skipped. */
export function foldMore(body: unknown, steps: readonly unknown[]): unknown {
  let after = body
  for (const step of steps) {
    const parsed = EntryStep.safeParse(step)
    if (parsed.success) after = foldStep(after, { op: parsed.data.op, body: parsed.data.body })
  }
  return after
}
