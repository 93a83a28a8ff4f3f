import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import { PerigeeError } from '../../shared/codes/perigee-error.ts'
import { isPicture, isTaken, type Attachment } from '../../shared/commands/attachments.ts'
import { wellFormed } from '../../shared/json/canonical.ts'
import { isScopedPath } from '../../shared/reads/reads.ts'
import type { HarnessFacts } from '../harness/driver.ts'

/** In one prompt; each is looked for on disk. */
const MENTIONS = 32

/** The files of the workspace that a prompt mentions: `@path`, or `@"path with blanks"`, where there is such a file. */
export async function mentionsIn(text: string, cwd: string): Promise<ContentBlock[]> {
  // What follows a command is meant for that command.
  if (text.startsWith('/')) return []
  const paths = new Set<string>()
  for (const [, quoted, bare = ''] of text.matchAll(/(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g)) {
    if (paths.size >= MENTIONS) break
    for (const path of quoted === undefined ? [bare, bare.replace(/[.,;:!?)]+$/, '')] : [quoted]) {
      if (path === '' || !isScopedPath(path)) continue
      const found = await stat(join(cwd, path)).catch(() => null)
      if (found === null || !found.isFile()) continue
      paths.add(path)
      break
    }
  }
  return [...paths].map((path) => linkTo(path, cwd))
}

/** Where the files of a prompt come from, and where those go that an agent does not take. */
export interface AttachmentWays {
  /** @throws PerigeeError with a sentence where a file cannot be fetched */
  readonly fetch: (attachment: Attachment) => Promise<Buffer>
  /** Writes a file into the workspace, and gives its path in it; null where that cannot be done. */
  readonly write: (attachment: Attachment, bytes: Buffer) => Promise<string | null>
}

/**
 * The files of a prompt as a harness takes them; one of a kind that it does not take lies in the workspace, and the
 * harness is given a link to it.
 * @throws PerigeeError with a sentence where a file can be given in no way
 */
export async function attachmentBlocks(
  attachments: readonly Attachment[],
  takes: HarnessFacts['takes'],
  cwd: string,
  { fetch, write }: AttachmentWays,
): Promise<ContentBlock[]> {
  const blocks: ContentBlock[] = []
  for (const file of attachments) {
    const bytes = await fetch(file)
    blocks.push(isTaken(file, takes) ? blockOf(file, bytes, takes.images) : linkTo(await written(file, bytes), cwd))
  }
  return blocks

  async function written(file: Attachment, bytes: Buffer): Promise<string> {
    const path = await write(file, bytes)
    if (path !== null) return path
    const message = `"${file.name}" could not be written into the workspace, and the agent takes no such file. Nothing was given to it; text and files are kept here.`
    throw new PerigeeError('unavailable', message)
  }
}

function linkTo(path: string, cwd: string): ContentBlock {
  return { type: 'resource_link', uri: pathToFileURL(join(cwd, path)).href, name: path }
}

function blockOf(file: Attachment, bytes: Buffer, images: boolean): ContentBlock {
  const { mediaType, name } = file
  if (images && isPicture(file)) return { type: 'image', mimeType: mediaType, data: bytes.toString('base64') }
  const uri = `attachment:///${encodeURIComponent(wellFormed(name))}`
  const text = textOf(bytes)
  const held = text === null ? { blob: bytes.toString('base64') } : { text }
  return { type: 'resource', resource: { uri, mimeType: mediaType, ...held } }
}

/** The text that bytes are, or null. */
function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
