import { del, entries, setMany } from 'idb-keyval'
import { deviceStore } from '../platform/device-store.ts'

/** A text that the relay's desk would not take: kept on this device as it is, and offered to its writer. */
export interface SetAside {
  /** The queue item's id, or the thread's for its draft. */
  readonly id: string
  readonly orbId: string
  readonly threadId: string
  readonly text: string
}

const texts = deviceStore('perigee-set-aside', 'texts')

/** Keeps texts on this device; one with a known id is replaced. Rejects where the device cannot store. */
export async function setAside(list: readonly SetAside[]): Promise<void> {
  if (list.length > 0)
    await setMany(
      list.map((text) => [keyOf(text), text]),
      texts(),
    )
}

/** What was set aside of an orb's desk. */
export async function textsAside(orbId: string): Promise<SetAside[]> {
  const all = await entries<string, SetAside>(texts()).catch(() => [])
  return all.map(([, text]) => text).filter((text) => text.orbId === orbId)
}

/** Lets one go: its writer has it, or does not want it. */
export async function dropAside(text: SetAside): Promise<void> {
  await del(keyOf(text), texts()).catch(() => undefined)
}

function keyOf({ orbId, id }: SetAside): string {
  return orbId + '/' + id
}
