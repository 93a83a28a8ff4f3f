import { isDeepStrictEqual } from 'node:util'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { metaOutput, type ToolCall } from '../transcripts/tool-call.ts'
import { toolContent } from '../transcripts/tool-content.ts'

/**
 * True where an update shows that a call runs: it has output, or shows a change, that was not known when the call was
 * asked about. A status alone proves nothing: some harnesses call a call running before they ask.
 */
export function wentOn(asked: ToolCall, update: JsonObject, status: string): boolean {
  if (status !== 'in_progress') return false
  const { rawOutput } = update
  if (rawOutput !== undefined && rawOutput !== null && !isDeepStrictEqual(rawOutput, asked.rawOutput)) return true
  if (metaOutput(update) !== '') return true
  return toolContent(update['content']).some((item) => isOutput(item) && !isKnown(item, asked.content))
}

function isOutput(item: unknown): boolean {
  if (!isObject(item)) return false
  const { type, text } = item
  // A terminal is a place for output, and none yet.
  return type !== 'terminal' && !(type === 'text' && (typeof text !== 'string' || text.trim() === ''))
}

function isKnown(item: unknown, known: readonly unknown[]): boolean {
  return known.some((one) => isDeepStrictEqual(one, item))
}
