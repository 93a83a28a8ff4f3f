import { del, entries, set, createStore, type UseStore } from 'idb-keyval'
import { sha256Hex } from '../../shared/json/digest.ts'

/** A queue item's text as this device last wrote it, remembered until the relay's receipt shows that it was the one taken. */
export interface LateEdit {
  readonly itemId: string
  readonly threadId: string
  readonly text: string
}

let store: UseStore | undefined

function edits(): UseStore {
  store ??= createStore('perigee-late-edits', 'items')
  return store
}

/** Remembers what this device wrote into an item. */
export async function rememberEdit(edit: LateEdit): Promise<void> {
  await set(edit.itemId, edit, edits()).catch(() => undefined)
}

/** Forgets an item. */
export async function forgetEdit(itemId: string): Promise<void> {
  await del(itemId, edits()).catch(() => undefined)
}

/** Everything that is remembered. */
export async function rememberedEdits(): Promise<LateEdit[]> {
  return (await entries<string, LateEdit>(edits()).catch(() => [])).map(([, edit]) => edit)
}

/** True where the text that was taken is not the text that was written. */
export async function cameTooLate(edit: LateEdit, takenSha256: string): Promise<boolean> {
  return (await sha256Hex(new TextEncoder().encode(edit.text))) !== takenSha256
}
