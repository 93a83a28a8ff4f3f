import type { Entry } from '../../shared/transcripts/transcript.ts'

/** A run of the agent, as far as the list holds it. */
export interface Chapter {
  readonly runId: string
  /** The entry that it begins with. */
  readonly entryId: string
  /** When that entry began, in ms. */
  readonly at: number
  /** The first words of what was asked; null where no prompt of it is in the list. */
  readonly title: string | null
}

/** Words of a prompt that name a run; more would not fit a line. */
const TITLE_CHARS = 120

/** The runs of a list of entries, oldest first. Entries between runs belong to none. */
export function chaptersOf(entries: readonly Entry[]): Chapter[] {
  const chapters: Chapter[] = []
  let runId: string | null = null
  for (const entry of entries) {
    if (entry.runId === null) continue
    if (entry.runId !== runId) {
      runId = entry.runId
      chapters.push({ runId, entryId: entry.entryId, at: entry.at, title: titleOf(entry) })
      continue
    }
    const last = chapters.at(-1)
    if (entry.kind !== 'user_message' || last === undefined || last.title !== null) continue
    chapters[chapters.length - 1] = { ...last, title: titleOf(entry) }
  }
  return chapters
}

function titleOf(entry: Entry): string | null {
  if (entry.kind !== 'user_message') return null
  const { body } = entry
  if (typeof body !== 'object' || body === null || !('text' in body) || typeof body.text !== 'string') return null
  const line = body.text.split('\n', 20).find((one) => one.trim() !== '')
  return line === undefined ? null : line.trim().slice(0, TITLE_CHARS)
}
