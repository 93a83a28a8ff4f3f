import { LIMITS } from '../../shared/limits.ts'
import { jsonBytes } from '../../shared/json/digest.ts'
import { wellFormed } from '../../shared/json/canonical.ts'
import { isObject, type JsonObject } from '../harness/json-rpc.ts'
import { CUT, fitRecord, INLINE_BYTES, type Keep } from './fit.ts'
import { fitContent, toolContent } from './tool-content.ts'

/** The longest command that is shown in full and judged; a longer one counts as not known. */
const COMMAND_BYTES = 16 * 1024
const LOCATIONS = 200
/** Of what a command prints beside its call; one harness sent 3 MB. */
const TERMINAL_CHARS = 8 * 1024 * 1024

/** Everything that a harness has said of one tool call, joined. */
export interface ToolCall {
  readonly toolCallId: string
  readonly title: string
  readonly toolKind: string
  readonly status: string
  readonly locations: readonly string[]
  readonly content: readonly unknown[]
  readonly rawInput: unknown
  readonly rawOutput: unknown
  /** What its command printed, where that came beside the call. */
  readonly terminal: string
}

/** A call of which nothing is known but its id. */
export function newToolCall(toolCallId: string): ToolCall {
  return {
    toolCallId,
    title: 'Tool call',
    toolKind: 'other',
    status: 'pending',
    locations: [],
    content: [],
    rawInput: undefined,
    rawOutput: undefined,
    terminal: '',
  }
}

/** The call after one more `tool_call`, `tool_call_update` or the `toolCall` of a permission. What is not named stays. */
export function joinToolCall(call: ToolCall, said: JsonObject): ToolCall {
  const { title, kind, status, content, locations, rawInput, rawOutput } = said
  const output = metaOutput(said)
  return {
    toolCallId: call.toolCallId,
    title: typeof title === 'string' && title !== '' ? title : call.title,
    toolKind: typeof kind === 'string' && kind !== '' ? kind.slice(0, 64) : call.toolKind,
    status: typeof status === 'string' && status !== '' ? status.slice(0, 64) : call.status,
    locations: Array.isArray(locations) ? paths(locations) : call.locations,
    content: Array.isArray(content) ? toolContent(content) : call.content,
    rawInput: rawInput === undefined || rawInput === null ? call.rawInput : rawInput,
    rawOutput: rawOutput === undefined || rawOutput === null ? call.rawOutput : rawOutput,
    terminal: output === '' ? call.terminal : (call.terminal + output).slice(0, TERMINAL_CHARS),
  }
}

/** What an update says that a command printed, where the harness has no better place for it than `_meta`. */
export function metaOutput(said: JsonObject): string {
  const meta = said['_meta']
  if (!isObject(meta)) return ''
  const chunk = meta['terminal_output_delta'] ?? meta['terminal_output']
  return isObject(chunk) && typeof chunk['data'] === 'string' ? chunk['data'] : ''
}

/** True for a status after which a call does nothing more. */
export function isFinished(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** The body of a call's entry, with its long parts kept elsewhere. */
export function toolCallBody(call: ToolCall, keep: Keep): Record<string, unknown> {
  return fitRecord(
    {
      toolCallId: cutName(call.toolCallId, 1000),
      title: cutName(call.title),
      toolKind: wellFormed(call.toolKind),
      status: wellFormed(call.status),
      command: commandOf(call),
      locations: call.locations,
      content: shownContent(call, keep).map((item) => fitContent(item, keep)),
      rawInput: call.rawInput,
      rawOutput: call.rawOutput,
    },
    keep,
  )
}

/** What a command printed takes the place of the terminal that it was to be shown in. */
function shownContent({ content, terminal }: ToolCall, keep: Keep): readonly unknown[] {
  if (terminal === '') return content
  // While it runs the beginning is shown alone: there is no need to look at all of it for each piece.
  const text = keep === CUT ? terminal.slice(0, INLINE_BYTES + 1) : terminal
  return [...content.filter((item) => !isObject(item) || item['type'] !== 'terminal'), { type: 'text', text }]
}

/** The call with its long parts replaced as in its body: what is kept of a finished one. */
export function slimToolCall(call: ToolCall, body: Record<string, unknown>): ToolCall {
  const content = body['content']
  return {
    ...call,
    content: Array.isArray(content) ? content : [],
    rawInput: body['rawInput'],
    rawOutput: body['rawOutput'],
    terminal: '',
  }
}

/**
 * The exact command of a call that runs one, or null where the harness does not give it in a form that can be trusted
 * to be whole: `rawInput.command` or `.cmd` (a text, or words, which are quoted where they need it), or a title that is
 * nothing but a command in backticks. A title in prose is never taken for a command.
 */
export function commandOf(call: ToolCall): string | null {
  if (call.toolKind !== 'execute' && call.toolKind !== 'other') return null
  const command = commandIn(call.rawInput) ?? (call.toolKind === 'execute' ? inBackticks(call.title) : null)
  if (command === null || command.trim() === '' || jsonBytes(command) > COMMAND_BYTES) return null
  return wellFormed(command)
}

/** Where a command is run, if the harness says so. */
export function cwdOf(call: ToolCall): string | null {
  if (!isObject(call.rawInput)) return null
  for (const name of ['cwd', 'workdir', 'working_directory', 'directory']) {
    const value = call.rawInput[name]
    if (typeof value === 'string' && value !== '') return wellFormed(value.slice(0, 1000))
  }
  return null
}

/** Why the agent says that it does this: shown as its claim. */
export function claimOf(call: ToolCall): string | null {
  if (!isObject(call.rawInput)) return null
  for (const name of ['description', 'reason', 'justification', 'explanation']) {
    const value = call.rawInput[name]
    if (typeof value === 'string' && value.trim() !== '') return wellFormed(value.trim().slice(0, 1000))
  }
  return null
}

/** A name cut to what a screen has room for. */
export function cutName(text: string, chars: number = LIMITS.nameChars): string {
  return wellFormed(text.length <= chars ? text : `${text.slice(0, chars - 1)}…`)
}

function commandIn(rawInput: unknown): string | null {
  if (!isObject(rawInput)) return null
  const command = rawInput['command'] ?? rawInput['cmd']
  const args = rawInput['args']
  const words = Array.isArray(command) ? command : [command]
  if (words.length === 0 || !words.every((word) => typeof word === 'string')) return null
  if (Array.isArray(args) && args.length > 0) {
    return args.every((word) => typeof word === 'string') ? [...words, ...args].map(quoted).join(' ') : null
  }
  return Array.isArray(command) ? words.map(quoted).join(' ') : (words[0] ?? null)
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function inBackticks(title: string): string | null {
  return /^`([^`]+)`$/.exec(title.trim())?.[1] ?? null
}

function paths(locations: readonly unknown[]): string[] {
  const found: string[] = []
  for (const location of locations.slice(0, LOCATIONS)) {
    const path = isObject(location) ? location['path'] : location
    if (typeof path === 'string') found.push(wellFormed(path.slice(0, 1000)))
  }
  return found
}
