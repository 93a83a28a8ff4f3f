import type { OfferedTool, ToolCall } from './conversation.ts'
import type { ToolDirective } from './directives.ts'
import { listArguments } from './list-arguments.ts'
import { patchFor, shellFor } from './patch.ts'
import { smallestValue } from './smallest-value.ts'

/** What each kind of directive is called in the harnesses that we know, most usual name first. */
const TOOL_NAMES: Record<ToolDirective['op'], readonly string[]> = {
  read: ['read', 'read_file', 'view'],
  write: ['write', 'write_file', 'create_file', 'apply_patch'],
  edit: ['edit', 'edit_file', 'replace', 'str_replace', 'apply_patch'],
  run: ['bash', 'shell', 'run_shell_command', 'exec_command', 'shell_command'],
  sudo: ['bash', 'shell', 'run_shell_command', 'exec_command', 'shell_command'],
  plan: ['todowrite', 'todo_write', 'write_todos', 'update_plan', 'taskcreate'],
  ask: ['question', 'askuserquestion', 'ask_user_question', 'ask_user'],
}

const PATH_KEYS = ['filePath', 'file_path', 'path', 'absolute_path']
const CONTENT_KEYS = ['content', 'contents', 'text', 'file_text']
const BEFORE_KEYS = ['oldString', 'old_string', 'oldText', 'old_str']
const AFTER_KEYS = ['newString', 'new_string', 'newText', 'new_str']
const COMMAND_KEYS = ['command', 'cmd', 'script']
const PATCH_KEYS = ['patchText', 'patch', 'input']

/**
 * Turns a directive into a call of one of the offered tools: the tool is found by its name, the names of
 * the arguments by its schema, and required arguments that the directive says nothing of get the smallest
 * value that fits. What there is no tool for is done with the shell, where a command can do it. Answers
 * undefined when no offered tool can do it.
 */
export function fitToolCall(directive: ToolDirective, tools: readonly OfferedTool[]): ToolCall | undefined {
  const tool = TOOL_NAMES[directive.op]
    .map((name) => tools.find((offered) => offered.name.toLowerCase() === name))
    .find((found) => found !== undefined)
  if (!tool) {
    const command = shellFor(directive, tools)
    return command === undefined ? undefined : fitToolCall({ op: 'run', command }, tools)
  }
  const group = tool.namespace === undefined ? {} : { namespace: tool.namespace }
  if (tool.freeform) return { name: tool.name, arguments: {}, freeform: patchFor(directive), ...group }

  const properties = tool.parameters.properties ?? {}
  const known = valuesOf(directive, tool).map(([keys, value]) => {
    const key = keys.find((candidate) => candidate in properties) ?? keys[0]
    return [key, value]
  })
  const filled: Record<string, unknown> = Object.fromEntries(known)
  for (const key of tool.parameters.required ?? []) {
    filled[key] ??= smallestValue(properties[key] ?? {})
  }
  return { name: tool.name, arguments: filled, ...group }
}

function valuesOf(directive: ToolDirective, tool: OfferedTool): [keys: string[], value: unknown][] {
  const properties = tool.parameters.properties ?? {}
  if (tool.name === 'apply_patch') return [[PATCH_KEYS, patchFor(directive)]]
  switch (directive.op) {
    case 'read':
      return [[PATH_KEYS, directive.path]]
    case 'write':
      return [
        [PATH_KEYS, directive.path],
        [CONTENT_KEYS, directive.content],
      ]
    case 'edit': {
      const path: [string[], unknown] = [PATH_KEYS, directive.path]
      if ('edits' in properties) return [path, [['edits'], [{ oldText: directive.before, newText: directive.after }]]]
      return [path, [BEFORE_KEYS, directive.before], [AFTER_KEYS, directive.after]]
    }
    case 'run':
    case 'sudo': {
      const isList = COMMAND_KEYS.some((key) => properties[key]?.type === 'array')
      const command: [string[], unknown] = [
        COMMAND_KEYS,
        isList ? ['bash', '-lc', directive.command] : directive.command,
      ]
      if (directive.op === 'run' || !('sandbox_permissions' in properties)) return [command]
      return [command, [['sandbox_permissions'], 'require_escalated'], [['justification'], `Run ${directive.command}?`]]
    }
    case 'plan':
    case 'ask':
      return listArguments(directive, properties)
  }
}
