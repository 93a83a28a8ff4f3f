import { MediaType, type Attachment } from '../../../shared/commands/attachments.ts'
import { sha256Hex } from '../../../shared/json/digest.ts'
import { wellFormed } from '../../../shared/json/canonical.ts'
import { LIMITS } from '../../../shared/limits.ts'
import { attachmentWords } from './words.ts'

/** What a file is, or why it cannot go with a message, in a sentence. */
export async function describeFile(file: File): Promise<Attachment | string> {
  if (file.size === 0) return attachmentWords.empty(file.name)
  if (file.size > LIMITS.attachmentBytes) {
    return attachmentWords.tooLarge(file.name, LIMITS.attachmentBytes / 1024 / 1024)
  }
  const bytes = await file.arrayBuffer().catch(() => null)
  if (bytes === null) return attachmentWords.unreadable(file.name)
  // A device that says nothing of a file's kind, or nonsense, has given its bytes alone.
  const mediaType = MediaType.safeParse(file.type.split(';', 1)[0]?.trim())
  return {
    sha256: await sha256Hex(new Uint8Array(bytes)),
    bytes: bytes.byteLength,
    mediaType: mediaType.data ?? 'application/octet-stream',
    name: wellFormed(file.name.slice(0, LIMITS.nameChars)) || attachmentWords.unnamed,
  }
}
