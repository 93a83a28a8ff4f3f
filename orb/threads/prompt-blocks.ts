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
  return [...paths].map((path) => ({
    type: 'resource_link',
    uri: pathToFileURL(join(cwd, path)).href,
    name: path,
  }))
}

/**
 * The files of a prompt as a harness takes them.
 * @throws PerigeeError with a sentence where it takes no such file
 */
export async function attachmentBlocks(
  attachments: readonly Attachment[],
  { takes, name: agent }: Pick<HarnessFacts, 'takes' | 'name'>,
  fetch: (attachment: Attachment) => Promise<Buffer>,
): Promise<ContentBlock[]> {
  // Before anything is fetched: what is refused is refused at once.
  for (const file of attachments) {
    if (isTaken(file, takes)) continue
    const what = isPicture(file) ? 'pictures' : 'files'
    const message = `${agent} takes no ${what}, and "${file.name}" is one. Nothing was given to it; text and files are kept here.`
    throw new PerigeeError('not-supported', message)
  }
  const blocks: ContentBlock[] = []
  for (const attachment of attachments) blocks.push(blockOf(attachment, await fetch(attachment), takes.images))
  return blocks
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
