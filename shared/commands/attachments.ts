import * as z from 'zod/mini'
import { Sha256 } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import type { TakesFiles } from '../link/reports.ts'

/** What kind of bytes a file has, as the sender's device says. It may stand in a header. */
export const MediaType = z.string().check(z.maxLength(100), z.regex(/^[\w.+-]+\/[\w.+-]+$/))

/**
 * A file that goes with a prompt: its bytes lie with the relay under their hash, handed in for the prompt's thread.
 * Name and kind are what the sender's device says of it.
 */
export const Attachment = z.object({
  sha256: Sha256,
  bytes: z.int().check(z.gte(1), z.lte(LIMITS.attachmentBytes)),
  mediaType: MediaType,
  name: z.string().check(z.minLength(1), z.maxLength(LIMITS.nameChars)),
})
/** A file that goes with a prompt. */
export type Attachment = z.infer<typeof Attachment>

/** The files of one prompt. */
export const Attachments = z.array(Attachment).check(z.minLength(1), z.maxLength(LIMITS.attachments))

/** Kinds of picture that models take, and that every browser draws as nothing but a picture. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** True for what goes to an agent as a picture, and is drawn on screen. A drawing that can hold a program is none. */
export function isPicture({ mediaType }: Pick<Attachment, 'mediaType'>): boolean {
  return PICTURES.has(mediaType)
}

/** Whether an agent takes a file, in one way or the other. */
export function isTaken(file: Pick<Attachment, 'mediaType'>, takes: TakesFiles): boolean {
  return takes.files || (takes.images && isPicture(file))
}
