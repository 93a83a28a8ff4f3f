import type { ContentBlock } from '@agentclientprotocol/sdk'
import type { JsonObject } from '../json-rpc.ts'

/** A prompt in Pi's form: text, pictures beside it, and the paths of files that the text does not mention itself. */
export function piPrompt(text: string, more: readonly ContentBlock[]): JsonObject {
  const images = more.flatMap((block) =>
    block.type === 'image' ? [{ type: 'image', data: block.data, mimeType: block.mimeType }] : [],
  )
  const paths = more.flatMap((block) => (block.type === 'resource_link' ? [block.name] : []))
  const attached = paths.filter((path) => !text.includes(`@${path}`) && !text.includes(`@"${path}"`))
  const lines = attached.length === 0 ? [text] : [text, '', 'Attached files:', ...attached]
  return { message: lines.join('\n'), ...(images.length > 0 ? { images } : {}) }
}
