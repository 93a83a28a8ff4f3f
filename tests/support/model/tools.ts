import type { ToolDirective } from './directives.ts'

/** The part of a JSON schema that matters for filling in arguments. */
export type JsonSchema = {
  type?: string | string[] | undefined
  properties?: Record<string, JsonSchema> | undefined
  required?: string[] | undefined
  enum?: unknown[] | undefined
}

/** A tool that the harness offers with its request. */
export type OfferedTool = { name: string; parameters: JsonSchema }

/** A call of an offered tool. */
export type ToolCall = { name: string; arguments: Record<string, unknown> }

/** What each kind of directive is called in the harnesses that we know, most usual name first. */
const TOOL_NAMES: Record<ToolDirective['op'], readonly string[]> = {
  read: ['read', 'read_file', 'view'],
  write: ['write', 'write_file', 'create_file'],
  edit: ['edit', 'edit_file', 'replace', 'str_replace'],
  run: ['bash', 'shell', 'run_shell_command', 'exec_command'],
}

const PATH_KEYS = ['filePath', 'file_path', 'path', 'absolute_path']
const CONTENT_KEYS = ['content', 'contents', 'text', 'file_text']
const BEFORE_KEYS = ['oldString', 'old_string', 'oldText', 'old_str']
const AFTER_KEYS = ['newString', 'new_string', 'newText', 'new_str']
const COMMAND_KEYS = ['command', 'cmd', 'script']

/**
 * Turns a directive into a call of one of the offered tools: the tool is found by its name, the names of
 * the arguments by its schema, and required arguments that the directive says nothing of get the smallest
 * value that fits. Answers undefined when no offered tool can do it.
 */
export function fitToolCall(directive: ToolDirective, tools: readonly OfferedTool[]): ToolCall | undefined {
  const tool = TOOL_NAMES[directive.op]
    .map((name) => tools.find((offered) => offered.name.toLowerCase() === name))
    .find((found) => found !== undefined)
  if (!tool) return undefined

  const properties = tool.parameters.properties ?? {}
  const known = valuesOf(directive).map(([keys, value]) => {
    const key = keys.find((candidate) => candidate in properties) ?? keys[0]
    return [key, value]
  })
  const filled: Record<string, unknown> = Object.fromEntries(known)
  for (const key of tool.parameters.required ?? []) {
    filled[key] ??= smallestValue(properties[key] ?? {})
  }
  return { name: tool.name, arguments: filled }
}

function valuesOf(directive: ToolDirective): [keys: string[], value: string][] {
  switch (directive.op) {
    case 'read':
      return [[PATH_KEYS, directive.path]]
    case 'write':
      return [
        [PATH_KEYS, directive.path],
        [CONTENT_KEYS, directive.content],
      ]
    case 'edit':
      return [
        [PATH_KEYS, directive.path],
        [BEFORE_KEYS, directive.before],
        [AFTER_KEYS, directive.after],
      ]
    case 'run':
      return [[COMMAND_KEYS, directive.command]]
  }
}

function smallestValue(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0]
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'number':
    case 'integer':
      return 1
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, smallestValue(schema.properties?.[key] ?? {})]),
      )
    default:
      return 'scripted'
  }
}
