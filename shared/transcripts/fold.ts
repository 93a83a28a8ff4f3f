/** One step in the life of an entry: what an event did to its body. */
export interface BodyStep {
  readonly op: 'append' | 'patch' | 'close'
  readonly body: unknown
}

/**
 * The body that a list of steps builds up, oldest first. Pure and total: a body of any shape folds to something.
 * - `append` adds: the `text` of messages is concatenated; `appendText {index, text}` lengthens one content item of a tool call; the rest merges as `patch` does.
 * - `patch` replaces top-level fields.
 * - `close` is the whole final body and supersedes everything before it.
 */
export function foldSteps(steps: Iterable<BodyStep>): unknown {
  let body: unknown
  for (const step of steps) body = foldStep(body, step)
  return body
}

/** One step further: the body after `step`. Never changes `body` itself. */
export function foldStep(body: unknown, step: BodyStep): unknown {
  if (step.op === 'close') return step.body
  if (!isRecord(step.body)) return step.body === undefined ? body : step.body
  const before = isRecord(body) ? body : {}
  if (step.op === 'patch') return { ...before, ...step.body }
  const { appendText, ...rest } = step.body
  const after: Record<string, unknown> = { ...before, ...rest }
  if (typeof rest['text'] === 'string' && typeof before['text'] === 'string')
    after['text'] = before['text'] + rest['text']
  if (isRecord(appendText)) after['content'] = lengthen(after['content'], appendText)
  return after
}

function lengthen(content: unknown, piece: Record<string, unknown>): unknown {
  const items: unknown[] = Array.isArray(content) ? [...content] : []
  const index = typeof piece['index'] === 'number' ? piece['index'] : items.length
  const item = items[index]
  const text = typeof piece['text'] === 'string' ? piece['text'] : ''
  if (isRecord(item) && typeof item['text'] === 'string') items[index] = { ...item, text: item['text'] + text }
  else items.push({ type: 'text', text })
  return items
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
