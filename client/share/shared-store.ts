import { del, get, set } from 'idb-keyval'
import { deviceStore } from '../platform/device-store.ts'

/** The address to which the system's share sheet posts; the worker alone answers it. */
export const SHARE_PATH = '/share'

/** Much more than anybody means to share; a page that posts here unasked cannot fill the disk. */
const LONGEST = 100_000

const shared = deviceStore('perigee-shared', 'texts')
const KEY = 'newest'

/** Keeps what was shared until a thread takes it, in place of anything shared before. Rejects where storage is refused. */
export async function keepShared(text: string): Promise<void> {
  await set(KEY, text.slice(0, LONGEST), shared())
}

/** What was shared and not taken yet, or null. Storage that fails has nothing. */
export async function readShared(): Promise<string | null> {
  try {
    return (await get<string>(KEY, shared())) ?? null
  } catch {
    return null
  }
}

/** Hands over what was shared, once. */
export async function takeShared(): Promise<string | null> {
  const text = await readShared()
  if (text !== null) await dropShared()
  return text
}

/** Lets go of what was shared. */
export async function dropShared(): Promise<void> {
  await del(KEY, shared()).catch(() => undefined)
}

/** The one text of a share: apps fill its three fields as they like, and often name an address twice. */
export function sharedText(form: { get(name: string): unknown }): string {
  const fields = ['title', 'text', 'url'].map((name) => form.get(name))
  const parts = fields.flatMap((field) => (typeof field === 'string' && field.trim() !== '' ? [field.trim()] : []))
  return parts
    .filter((part, at) => !parts.some((other, place) => place !== at && holds(other, part, place < at)))
    .join('\n')
}

/** True where one part says all of another; of two equal ones the first stays. */
function holds(other: string, part: string, isEarlier: boolean): boolean {
  return other === part ? isEarlier : other.includes(part)
}
