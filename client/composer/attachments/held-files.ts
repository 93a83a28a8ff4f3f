import { del, entries, set } from 'idb-keyval'
import type { Attachment } from '../../../shared/commands/attachments.ts'
import { deviceStore } from '../../platform/device-store.ts'

/** A file on this device that goes with a prompt, until the relay has the one and the other. */
export interface HeldFile {
  readonly id: string
  readonly orbId: string
  readonly threadId: string
  /** The prompt that it was sent with; null: it lies beside the draft. */
  readonly itemId: string | null
  readonly attachment: Attachment
  readonly blob: Blob
  /** The relay has its bytes. */
  readonly handedIn: boolean
}

const files = deviceStore('perigee-attachments', 'files')

/** The files of an orb's prompts on this device, as they were added. */
export async function heldFiles(orbId: string): Promise<HeldFile[]> {
  const all = await entries<string, HeldFile>(files()).catch(() => [])
  return all.map(([, file]) => file).filter((file) => file.orbId === orbId)
}

/** Keeps a file on this device; false where the device refuses. */
export async function holdFile(file: HeldFile): Promise<boolean> {
  return set(file.id, file, files()).then(
    () => true,
    () => false,
  )
}

/** Lets a file go. */
export async function dropFile(id: string): Promise<void> {
  await del(id, files()).catch(() => undefined)
}
