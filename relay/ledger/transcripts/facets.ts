import type { EntryEvent, Facets } from '../../../shared/link/events.ts'
import { cutName } from '../cut.ts'

/** What an event says of itself in a line, for the fleet; null where it says nothing. The body is never looked at. */
export function activityLine(event: EntryEvent): string | null {
  const line = event.facets?.summary ?? event.facets?.title
  return line === undefined || line === '' ? null : cutName(line)
}

/** Longest text of one entry that can be searched: about what a runner sends, and a bound for one that sends more. */
const SEARCH_CHARS = 8000

/** What an event says of itself to those who look for words. The body is never looked at. */
export function searchText({ facets }: { readonly facets?: Facets | undefined }): string {
  if (facets === undefined) return ''
  const { title, command, path, text, summary } = facets
  const parts = [title, command, path, text].filter((part) => part !== undefined && part !== '')
  // A summary is most often how the text begins.
  const isNew = summary !== undefined && !parts.some((part) => part?.includes(summary))
  return (isNew ? [...parts, summary] : parts).join(' · ').slice(0, SEARCH_CHARS)
}
