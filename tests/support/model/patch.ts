import type { OfferedTool } from './conversation.ts'
import type { ToolDirective } from './directives.ts'

/** A directive as the text of an `apply_patch` call. */
export function patchFor(directive: ToolDirective): string {
  return ['*** Begin Patch', ...hunk(directive), '*** End Patch'].join('\n')
}

/** A shell command that does what a directive wants, for a harness without a tool for it; undefined: no command can. */
export function shellFor(directive: ToolDirective, tools: readonly OfferedTool[]): string | undefined {
  switch (directive.op) {
    case 'read':
      return `cat ${quoted(directive.path)}`
    case 'write':
    case 'edit':
      // The harness whose shell can be written to takes patches as a command.
      if (!tools.some((tool) => tool.name === 'write_stdin')) return undefined
      return `apply_patch <<'EOF'\n${patchFor(directive)}\nEOF`
    default:
      return undefined
  }
}

function hunk(directive: ToolDirective): string[] {
  switch (directive.op) {
    case 'write':
      return [`*** Add File: ${directive.path}`, ...marked('+', directive.content.replace(/\n$/, ''))]
    case 'edit':
      return [
        `*** Update File: ${directive.path}`,
        '@@',
        ...marked('-', directive.before),
        ...marked('+', directive.after),
      ]
    default:
      return []
  }
}

function marked(mark: string, text: string): string[] {
  return text.split('\n').map((line) => mark + line)
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
