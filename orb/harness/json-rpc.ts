/** A JSON object from outside. */
export type JsonObject = { readonly [key: string]: unknown }

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a line from a harness is. */
export type Incoming =
  | { readonly is: 'request'; readonly id: string | number; readonly method: string; readonly params: JsonObject }
  | { readonly is: 'notification'; readonly method: string; readonly params: JsonObject }
  | { readonly is: 'response'; readonly id: string | number; readonly message: JsonObject }
  | { readonly is: 'noise' }

/** Reads one line of JSON-RPC. Total: whatever it is not is noise. Bytes that are not UTF-8 become U+FFFD. */
export function readLine(line: Buffer): Incoming {
  const message = parse(line)
  if (message === null) return { is: 'noise' }
  const { id, method } = message
  const hasId = typeof id === 'string' || typeof id === 'number'
  const params = isObject(message['params']) ? message['params'] : {}
  if (typeof method === 'string')
    return hasId ? { is: 'request', id, method, params } : { is: 'notification', method, params }
  return hasId && ('result' in message || 'error' in message) ? { is: 'response', id, message } : { is: 'noise' }
}

function parse(line: Buffer): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
