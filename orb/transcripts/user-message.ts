import type { Attachment } from '../../shared/commands/attachments.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { newId } from '../../shared/ids.ts'
import { wellFormed } from '../../shared/json/canonical.ts'
import type { EntryDraft } from './entry-draft.ts'
import type { Keep } from './fit.ts'
import { cutToCost, firstLine } from './text-cost.ts'
import { ENTRY_TEXT_BYTES } from './text-run.ts'

/** The entry of a prompt that was given to the agent. A very long one is kept whole beside its beginning. */
export function userMessage(
  text: string,
  by: { readonly personName: string; readonly deviceName: string } | null,
  commandId: string | null,
  keep: Keep,
  attachments: readonly Attachment[] = [],
): EntryDraft {
  const clean = wellFormed(text)
  const long = jsonBytes(clean) > ENTRY_TEXT_BYTES
  const shown = long ? `${cutToCost(clean, ENTRY_TEXT_BYTES)}…` : clean
  const body = {
    text: shown,
    by,
    commandId,
    ...(attachments.length > 0
      ? { attachments: attachments.map((file) => ({ ...file, name: wellFormed(file.name) })) }
      : {}),
    ...(long ? { whole: keep.text(clean, 'text/plain') } : {}),
  }
  const facets = { text: shown.slice(0, 4000), summary: firstLine(shown) }
  return { entryId: newId(), op: 'close', kind: 'user_message', body, facets }
}
