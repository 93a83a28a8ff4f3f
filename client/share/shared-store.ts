import { del, get, set } from 'idb-keyval'
import { LIMITS } from '../../shared/limits.ts'
import { deviceStore } from '../platform/device-store.ts'

/** The address to which the system's share sheet posts; the worker alone answers it. */
export const SHARE_PATH = '/share'

/** Much more than anybody means to share; a page that posts here unasked cannot fill the disk. */
const LONGEST = 100_000

/** What was shared with the app, until a thread takes it. */
export interface Shared {
  /** May be empty beside files. */
  readonly text: string
  readonly files: readonly File[]
  /** So many files were left out: too large for a message, or more than it takes. */
  readonly leftOut: number
}

const shared = deviceStore('perigee-shared', 'texts')
const KEY = 'newest'

/** Keeps what was shared until a thread takes it, in place of anything shared before. Rejects where storage is refused. */
export async function keepShared(given: Shared): Promise<void> {
  await set(KEY, given, shared())
}

/** What was shared and not taken yet, or null. Storage that fails has nothing. */
export async function readShared(): Promise<Shared | null> {
  try {
    return (await get<Shared>(KEY, shared())) ?? null
  } catch {
    return null
  }
}

/** Hands over what was shared, once. */
export async function takeShared(): Promise<Shared | null> {
  const given = await readShared()
  if (given !== null) await dropShared()
  return given
}

/** Lets go of what was shared. */
export async function dropShared(): Promise<void> {
  await del(KEY, shared()).catch(() => undefined)
}

/** What a form of the share sheet holds, as far as a message takes it. */
export function sharedIn(form: Pick<FormData, 'get' | 'getAll'>): Shared {
  const given = form.getAll('files').filter((file) => file instanceof File)
  const files = given.filter(({ size }) => size > 0 && size <= LIMITS.attachmentBytes).slice(0, LIMITS.attachments)
  return { text: sharedText(form).slice(0, LONGEST), files, leftOut: given.length - files.length }
}

/** The one text of a share: apps fill its three fields as they like, and often name an address twice. */
function sharedText(form: Pick<FormData, 'get'>): string {
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
