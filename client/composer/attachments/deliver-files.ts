import type { Accessor } from 'solid-js'
import { keepSeenFile } from '../../files/seen-files.ts'
import { dropFile, heldFiles } from './held-files.ts'
import { uploadFile } from './upload-file.ts'

/**
 * Hands in what is left of the files of prompts to an orb whose page need not be open: their prompts wait for them in
 * the queue. `reachable`: the relay is there. What it refuses stays here, and is told where the prompt is shown.
 */
export async function deliverFiles(orbId: string, reachable: Accessor<boolean>): Promise<void> {
  for (const file of await heldFiles(orbId)) {
    if (file.itemId === null || !reachable()) continue
    if (!file.handedIn && (await uploadFile(file)).outcome !== 'kept') continue
    // A page that shows this prompt lets go of it in the same way.
    await keepSeenFile(file.attachment.sha256, file.blob)
    await dropFile(file.id)
  }
}
