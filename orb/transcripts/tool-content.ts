import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { INLINE_BYTES, fitValue, type Keep } from './fit.ts'
import { jsonBytes } from '../../shared/json/digest.ts'

/** ACP's list of tool content as this project's ToolContent items, whole. Unknown ones are kept as they came. */
export function toolContent(list: unknown): unknown[] {
  return Array.isArray(list) ? list.filter(isObject).map(toolContentItem) : []
}

function toolContentItem(item: JsonObject): unknown {
  const inner = item['content']
  if (item['type'] === 'content' && isObject(inner)) {
    return inner['type'] === 'text' && typeof inner['text'] === 'string' ? { type: 'text', text: inner['text'] } : inner
  }
  if (item['type'] === 'diff') {
    const { path, oldText, newText } = item
    return {
      type: 'diff',
      path: typeof path === 'string' ? path : '',
      oldText: typeof oldText === 'string' ? oldText : null,
      newText: typeof newText === 'string' ? newText : '',
    }
  }
  return typeof item['type'] === 'string' ? item : { ...item, type: 'unknown' }
}

/** True for an item that shows a change of a file. */
export function isDiff(item: unknown): boolean {
  return isObject(item) && item['type'] === 'diff'
}

/** One item with its long parts kept elsewhere: a long text becomes the reference itself, base64 its bytes. */
export function fitContent(item: unknown, keep: Keep): unknown {
  if (!isObject(item)) return fitValue(item, keep)
  const { type, text, data, mimeType } = item
  if (type === 'text' && typeof text === 'string' && jsonBytes(text) > INLINE_BYTES) {
    const short = keep.text(text, 'text/plain')
    return typeof short === 'string' ? { type: 'text', text: short } : short
  }
  if (typeof data === 'string' && typeof mimeType === 'string') return keep.base64(data, mimeType) ?? { type, mimeType }
  return fitValue(item, keep)
}
