import { del, entries, set } from 'idb-keyval'
import { deviceStore } from '../platform/device-store.ts'
import { sha256Hex } from '../../shared/json/digest.ts'

/** A queue item's text as this device last wrote it, remembered until the relay's receipt shows that it was the one taken. */
export interface LateEdit {
  readonly itemId: string
  readonly threadId: string
  readonly text: string
  readonly at: number
}

/** An item that somebody else deleted gets no receipt: its edit is forgotten after this long. */
const REMEMBERED_MS = 30 * 24 * 3_600_000
/** As many texts of an item as others may write after ours before it is taken; more are not told apart. */
const TEXTS = 32

const edits = deviceStore('perigee-late-edits', 'items')

/** The edits of this device that may yet come too late. */
export interface LateEdits {
  /** This device wrote into an item. */
  wrote(edit: Omit<LateEdit, 'at'>): void
  /** What an item reads as now, after changes of others. */
  reads(itemId: string, text: string): void
  forget(itemId: string): void
  /**
   * The edit of this device that the taken text lacks, or null. The text that was taken is one that this device has
   * seen since its own last edit, unless that edit was too late; what others wrote afterwards does not make it so.
   */
  missedBy(itemId: string, takenSha256: string): Promise<LateEdit | null>
}

/** Reads what is remembered from this device's storage, and remembers more. */
export function createLateEdits(): LateEdits {
  const known = new Map<string, { readonly edit: LateEdit; readonly texts: string[] }>()
  const loaded = entries<string, LateEdit>(edits())
    .catch(() => [])
    .then((all) => {
      for (const [itemId, edit] of all) {
        if (Date.now() - (edit.at ?? 0) > REMEMBERED_MS) void drop(itemId)
        else if (!known.has(itemId)) known.set(itemId, { edit, texts: [edit.text] })
      }
    })
  const drop = (itemId: string): Promise<void> => del(itemId, edits()).catch(() => undefined)

  return {
    wrote({ itemId, threadId, text }) {
      const edit = { itemId, threadId, text, at: Date.now() }
      known.set(itemId, { edit, texts: [text] })
      void set(itemId, edit, edits()).catch(() => undefined)
    },
    reads(itemId, text) {
      const texts = known.get(itemId)?.texts
      if (texts === undefined || texts.at(-1) === text) return
      texts.push(text)
      if (texts.length > TEXTS) texts.splice(1, 1)
    },
    forget(itemId) {
      known.delete(itemId)
      void drop(itemId)
    },
    async missedBy(itemId, takenSha256) {
      await loaded
      const found = known.get(itemId)
      if (found === undefined) return null
      for (const text of found.texts) {
        if ((await sha256Hex(new TextEncoder().encode(text))) === takenSha256) return null
      }
      return found.edit
    },
  }
}
