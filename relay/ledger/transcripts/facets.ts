import type { EntryEvent } from '../../../shared/link/events.ts'
import { cutName } from '../cut.ts'

/** What an event says of itself in a line, for the fleet; null where it says nothing. The body is never looked at. */
export function activityLine(event: EntryEvent): string | null {
  const line = event.facets?.summary ?? event.facets?.title
  return line === undefined || line === '' ? null : cutName(line)
}
