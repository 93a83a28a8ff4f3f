import * as Y from 'yjs'
import { foldSteps, type BodyStep } from '../../shared/transcripts/fold.ts'
import type { Entry } from '../../shared/transcripts/transcript.ts'
import type { RoomReader } from '../support/room-reader.ts'

/** What a reader was shown of messages while they grew. */
export interface TextWatch {
  /** A sentence for each text that was shown and is not the beginning of what the entry says in the end. */
  lost(entries: readonly Entry[]): string[]
  /** Forgets what was checked. */
  forget(): void
}

/** Only the newest entries grow; reading all of a tail at each frame would slow the reader down. */
const NEWEST = 4

/** Watches a thread's room from now on. */
export function watchTexts(reader: RoomReader): TextWatch {
  const shown = new Map<string, string>()
  reader.onChange((doc) => {
    const tail = doc.getArray('tail')
    for (let at = Math.max(0, tail.length - NEWEST); at < tail.length; at += 1) {
      const item = tail.get(at)
      if (!(item instanceof Y.Array)) continue
      const [header, ...steps] = item.toArray() as [{ entryId: string }, ...BodyStep[]]
      const text = textOf(foldSteps(steps))
      if (text !== null) shown.set(header.entryId, text)
    }
  })
  return {
    lost(entries) {
      const final = new Map(entries.map((entry) => [entry.entryId, textOf(entry.body)]))
      return [...shown].flatMap(([entryId, text]) => {
        const end = final.get(entryId)
        if (end === undefined || end === null) return [`entry ${entryId} was shown and is gone`]
        return end.startsWith(text) ? [] : [`entry ${entryId} was shown as "${text}" and is now "${end}"`]
      })
    },
    forget: () => shown.clear(),
  }
}

function textOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('text' in body)) return null
  return typeof body.text === 'string' ? body.text : null
}
