import { resolve } from 'node:path'
import { isObject, type JsonObject } from '../json-rpc.ts'
import { listIn, textIn } from './fields.ts'

const KINDS: ReadonlyMap<string, string> = new Map([
  ['read', 'read'],
  ['bash', 'execute'],
  ['edit', 'edit'],
  ['write', 'edit'],
  ['grep', 'search'],
  ['find', 'search'],
  ['ls', 'search'],
])

/** True for a tool of Pi's own that changes nothing. */
export function onlyReads(tool: string): boolean {
  const kind = KINDS.get(tool)
  return kind === 'read' || kind === 'search'
}

/** What a tool call says of itself in ACP's words: title, kind, input, places, and the change that it would make. */
export function describeCall(tool: string, input: JsonObject, cwd: string): JsonObject {
  const path = textIn(input, 'path')
  const changes = diffs(tool, input, cwd)
  return {
    title: titleOf(tool, input),
    kind: KINDS.get(tool) ?? 'other',
    rawInput: input,
    ...(path !== null && { locations: [{ path: resolve(cwd, path) }] }),
    ...(changes.length > 0 && { content: changes }),
  }
}

/** What a call has come to, or is at: the change that it was to make stays, and what went wrong stands below. */
export function resultContent(
  tool: string,
  input: JsonObject,
  result: JsonObject,
  failed: boolean,
  cwd: string,
): unknown {
  const changes = diffs(tool, input, cwd)
  const said = listIn(result, 'content').map((content) => ({ type: 'content', content }))
  return changes.length > 0 && !failed ? changes : [...changes, ...said]
}

function titleOf(tool: string, input: JsonObject): string {
  const command = textIn(input, 'command')
  if (tool === 'bash' && command !== null) return command.split('\n', 1)[0] ?? command
  const about = textIn(input, 'pattern') ?? textIn(input, 'path')
  const name = KINDS.has(tool) ? tool.charAt(0).toUpperCase() + tool.slice(1) : tool
  return about === null ? name : `${name} ${about}`
}

/** What the input alone tells of a change: an edit names both texts; what was in a file that is written is not known. */
function diffs(tool: string, input: JsonObject, cwd: string): JsonObject[] {
  const named = textIn(input, 'path')
  if (named === null) return []
  const path = resolve(cwd, named)
  const { content } = input
  if (tool === 'write')
    return typeof content === 'string' ? [{ type: 'diff', path, oldText: null, newText: content }] : []
  if (tool !== 'edit') return []
  const edits = Array.isArray(input['edits']) ? input['edits'].filter(isObject) : [input]
  return edits.flatMap(({ oldText, newText }) =>
    typeof oldText === 'string' && typeof newText === 'string' ? [{ type: 'diff', path, oldText, newText }] : [],
  )
}
