import { createContext } from 'solid-js'
import { isPicture, type Attachment } from '../../shared/commands/attachments.ts'
import { sha256Hex } from '../../shared/json/digest.ts'
import { fetchSignedIn } from '../platform/fetch-signed-in.ts'
import { keepSeenFile, seenFile } from './seen-files.ts'
import { fileWords } from './words.ts'

/** Gives the bytes of a file. Rejects with an Error whose message is fit to be shown. */
export type LoadFile = (file: Attachment) => Promise<Blob>

/** How files of the orb on screen are fetched; undefined where they cannot be. */
export const FileLoader = createContext<LoadFile>()

/**
 * A file of an orb's prompts: from this device where it has seen it, else from the relay, whose bytes must have the hash
 * by which the message names them. Throws an Error whose message is fit to be shown.
 */
export async function loadFile(orbId: string, file: Attachment): Promise<Blob> {
  const seen = await seenFile(file.sha256)
  if (seen !== null) return seen
  const path = `/api/orbs/${orbId}/blobs/${file.sha256}`
  const response = await fetchSignedIn(path, { cache: 'no-store' }).catch(() => null)
  if (response === null) throw new Error(fileWords.notHere)
  if (response.status === 404) throw new Error(fileWords.gone)
  const body = response.ok ? await response.arrayBuffer().catch(() => null) : null
  if (body === null) throw new Error(fileWords.refused)
  if ((await sha256Hex(new Uint8Array(body))) !== file.sha256) throw new Error(fileWords.other)
  const blob = new Blob([body], { type: isPicture(file) ? file.mediaType : 'application/octet-stream' })
  void keepSeenFile(file.sha256, blob)
  return blob
}
